"""Photo in, castle out. Finding and placing pieces is kept apart from any game's rules."""
