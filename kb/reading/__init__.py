"""The build's first stage: a publication or a bundled précis becomes canonical text that knows its source lines."""
