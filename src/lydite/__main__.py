"""``python -m lydite``."""

from lydite.cli import main

if __name__ == "__main__":
    main()
