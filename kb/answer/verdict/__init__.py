"""Yes or no: by the conditions declared of a rule, by the questions written for it, by two figures; and which of them speaks."""
