"""What `azd up` would do, checked as far as that can be done without Azure."""
