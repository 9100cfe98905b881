"""How well one phrase stands for another in meaning: words by votes of people, phrases by alignment."""
