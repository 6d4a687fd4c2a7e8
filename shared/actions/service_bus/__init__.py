"""Service Bus actions: the message, the connections that it goes over, and why it was not taken."""
