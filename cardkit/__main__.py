"""`python -m cardkit`: the command line."""

from cardkit.cli.app import main

if __name__ == "__main__":
    main()
