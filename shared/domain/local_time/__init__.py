"""Local time: zones, clock changes and excluded days, as layers around the rules of the wall clock."""
