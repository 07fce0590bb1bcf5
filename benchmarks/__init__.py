"""Every speed claim of the project comes from here: `make bench` prints the figures of docs/performance.md."""
