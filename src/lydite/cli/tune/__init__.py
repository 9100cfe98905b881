"""Learn parameters from people's judgements."""
