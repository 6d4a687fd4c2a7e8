"""An HTTP receiver that keeps a log of who called."""
