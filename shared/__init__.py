"""The app: what is deployed. Its rooms import inwards, from functions to domain."""
