"""Tree-structured Parzen estimators, by optuna."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import MissingExtra
from lydite.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace


@dataclass(frozen=True)
class TPE(Method):
    """Points are drawn where good ones are dense and bad ones are not.

    optuna's sampler (multivariate), which is asked for several points at a time.
    """

    name = "tpe"
    reference = "Bergstra, Bardenet, Bengio and Kégl 2011; Akiba et al. 2019 (optuna)"

    trials: int = param(400, help="how many points are tried", low=2, high=1_000_000)
    batch: int = param(8, help="how many of them at a time", low=1, high=10_000)

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.trials

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield what the sampler suggests."""
        try:
            import optuna
        except ImportError as error:
            raise MissingExtra("optuna", "tune") from error
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # which options are experimental
            sampler = optuna.samplers.TPESampler(
                seed=int(generator.integers(2**31)), multivariate=True, constant_liar=True
            )
        study = optuna.create_study(direction="maximize", sampler=sampler)
        kinds = {
            name: optuna.distributions.FloatDistribution(float(low), float(high))
            for name, low, high in zip(space.names, space.low, space.high, strict=True)
        }
        for begin in range(0, self.trials, self.batch):
            trials = [study.ask(kinds) for _ in range(min(self.batch, self.trials - begin))]
            points = [[trial.params[name] for name in space.names] for trial in trials]
            values = yield space.repair(np.array(points))
            for trial, value in zip(trials, values.tolist(), strict=True):
                study.tell(trial, value)
