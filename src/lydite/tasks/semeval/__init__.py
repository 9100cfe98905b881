"""SemEval-2016 Task 4: the five subtasks as presets, the organisers' file formats and printed lines."""
