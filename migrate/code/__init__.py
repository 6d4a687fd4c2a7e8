"""Jobs as code: a folder is the truth, a plan shows what differs in the app, and applying it changes that."""
