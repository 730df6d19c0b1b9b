"""Castles and, later, pictures of them to test and train with."""
