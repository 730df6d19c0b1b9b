"""Reading thousands of photos into one results file, with all cores or a cluster."""
