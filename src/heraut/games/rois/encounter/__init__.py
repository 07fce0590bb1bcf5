"""Encounters: sections ENC, FEAT and ITEM of the rules, combat spells, and the plans that encounters follow."""
