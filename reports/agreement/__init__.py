"""Agreement of scorers with human ratings: correlations, their intervals, levels, comparisons and tables.

- `correlation.py`: Pearson, Spearman, Kendall of one sample, or why there is none.
- `intervals.py`: analytic intervals, and the bootstrap.
- `grouping.py`: pooled, within groups, means of groups, per item.
- `pairwise.py`: pairs ordered as people order them, with ties; systems.
- `comparison.py`: two scorers on the same rows; families of tests.
- `paired.py`, `discrimination.py`: changes of paired scores; altering against preserving edits.
- `combined.py`, `recipe.py`: what the Ev²R paper prints of combined scores, and how its authors prepared the ratings.
- `cells.py`: a table of scores and ratings in, one frame with a row a cell out.
- `compared.py`: two scorers a row, as one family of tests.
- `table.py`, `remarks.py`: that frame as tables, and what a reader of them must know.
"""
