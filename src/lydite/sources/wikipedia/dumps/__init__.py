"""The forms of a dump (export XML, SQL tables, rendered articles), each turned into the same columns."""
