"""What happens in a turn, a module a chapter of the rulebook."""
