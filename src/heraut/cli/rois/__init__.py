"""What the command line asks of Rois aventuriers: seats and picture, tables, calculators."""
