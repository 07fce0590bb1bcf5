"""What the command line shows of Gloire et Pouvoir: tables of a view, calculators, the demonstration match."""
