"""`python -m cardkit`: the command line."""

from cardkit.cli import main

if __name__ == "__main__":
    main()
