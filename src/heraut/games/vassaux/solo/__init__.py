"""The solitaire opponent (SV-SOL)."""
