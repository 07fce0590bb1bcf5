"""The Sealed Bid on the command line."""
