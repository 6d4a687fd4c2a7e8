"""Real faults on a developer's machine, and a checker of what the app made of them."""
