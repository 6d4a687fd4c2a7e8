"""Into Azure: the Bicep files, and the hook of azd that makes the keys. Nothing here is deployed."""
