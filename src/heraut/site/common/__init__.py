"""What every other part of the site may use: words, cleaned input, long lists, errors, headers."""
