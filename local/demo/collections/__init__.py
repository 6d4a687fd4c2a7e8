"""The company's job collections, a file each."""
