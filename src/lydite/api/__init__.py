"""What ``import lydite`` offers, one file for each kind of question; heavy parts are imported where used."""
