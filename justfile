# The commands of this project, by the environment .venv-dev (CONTRIBUTING.md says how it is made). `just` lists them.

bin := justfile_directory() / ".venv-dev" / if os_family() == "windows" { "Scripts" } else { "bin" }

[private]
default:
    @"{{ just_executable() }}" --list --unsorted

# Run the tests, but for exhaustive counts.
test *arguments:
    "{{ bin }}/python" -m pytest -n auto -m "not slow" {{ arguments }}

# Run all tests.
test-all *arguments:
    "{{ bin }}/python" -m pytest -n auto {{ arguments }}

# Check style, types, and which room imports which.
lint:
    .ci/lint

# Put the code into form.
format:
    "{{ bin }}/ruff" format .
    "{{ bin }}/ruff" check --fix .

# Show the site, and keep it up to date while pages change.
docs:
    "{{ bin }}/mkdocs" serve

# Renew the playthroughs of all games.
playthroughs:
    "{{ bin }}/python" -m cardkit.authors.testing --write tests/playthroughs

# Run everything that has to pass before a change is taken in.
ci:
    .ci/run
