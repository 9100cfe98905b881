"""Files: opened, unpacked and decoded; written completely or not at all; locked; at addresses."""
