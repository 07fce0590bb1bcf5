"""The reaction table (SV-SOL)."""
