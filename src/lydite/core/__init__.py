"""Foundations that every other package uses: arrays, kernels, text, errors, specs, files, stores."""
