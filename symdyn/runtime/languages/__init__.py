"""How Python runs generated code: a module with a `RUNNER` for every language that it can."""
