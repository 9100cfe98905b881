"""Labels against labels, prevalences against prevalences: classification and quantification.

The measures of SemEval-2016 Task 4 and what its organisers print beside them, for any label set and
any ordinal scale. One file each; what they share is in ``counting``, ``items`` and ``base``.
"""
