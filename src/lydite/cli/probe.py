"""``lydite probe``: how good are these word vectors."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from lydite.cli import _options as o

EXAMPLES = (
    "Examples: lydite probe vectors.bin --test-set google -m topk -m odd_one_out -m analogy --fold · "
    "lydite probe a.vec b.vec --test-set emoji-groups --by category --chart categories.png"
)


class Oov(StrEnum):
    """What becomes of unknown words."""

    wrong = "wrong"
    skip = "skip"


class Undecodable(StrEnum):
    """What becomes of words that are not UTF-8."""

    strict = "strict"
    substitute = "replace"
    ignore = "ignore"


def command(
    vectors: Annotated[list[str], typer.Argument(help="Vector files or stores, one for each system.")],
    test_set: Annotated[
        str,
        typer.Option(
            "--test-set", "-t", help="google, emoji-groups, emoji-subgroups, emoji (both), or a file."
        ),
    ],
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="A probe or sweep; give as many as you like.")
    ] = ["topk", "odd_one_out"],  # noqa: B006
    fold: Annotated[bool, typer.Option("--fold", help="Fold case and accents on both sides.")] = False,
    oov: Annotated[Oov, typer.Option(help="Unknown words are wrong, or skipped.")] = Oov.wrong,
    first: Annotated[
        int | None, typer.Option(help="Only the first so many words of each file.", min=1)
    ] = None,
    subwords: Annotated[
        bool, typer.Option("--subwords", help="Compose vectors of unknown words (fastText).")
    ] = False,
    vocabulary: Annotated[Path | None, typer.Option(help="Words of an .npy or safetensors matrix.")] = None,
    undecodable: Annotated[
        Undecodable, typer.Option(help="Words that are not UTF-8: stop, replace or ignore the bytes.")
    ] = Undecodable.strict,
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: o.SeedOption = 0,
    bootstrap: o.BootstrapOption = 1_000,
    interval: o.IntervalOption = o.Interval.percentile,
    level: o.LevelOption = 0.95,
    by: Annotated[str | None, typer.Option(help="Break results down: category.")] = None,
    test: o.TestOption = o.PairedTest.randomisation,
    chart: o.ChartOption = None,
    encoding: Annotated[str | None, typer.Option(help="Encoding of the test set, if not UTF-8.")] = None,
    digits: o.DigitsOption = 4,
) -> None:
    """Test word vectors on categories, analogies, scored pairs or outliers, side by side."""
    from lydite.inference import Options
    from lydite.probes import examine
    from lydite.probes.testsets import load_test_set
    from lydite.sources.vectors import load_vectors
    from lydite.spec import expand

    fixed: dict[str, Any] = {"fold": True} if fold else {}
    fixed |= {"oov": "skip"} if oov is Oov.skip else {}
    fixed |= {"seed": seed} if seed else {}
    asked = [p for text in measure for p in expand(text, "probe")]
    probes = [replace(p, **{k: v for k, v in fixed.items() if k in p.parameters()}) for p in asked]
    loaded = {
        name: load_vectors(path, vocabulary=vocabulary, first=first, undecodable=undecodable.value)
        for name, path in o.system_names(vectors).items()
    }
    test_words = load_test_set(test_set, encoding)
    probed = examine(loaded, list(dict.fromkeys(probes)), test_words, subwords=subwords)
    options = Options(bootstrap, seed, interval.value, level, by=by)
    found = probed.comparison(options, test.value) if len(loaded) > 1 else probed.results(options)
    if chart is not None:  # first, so that a chart that cannot be drawn leaves nothing behind
        from lydite.reporting.charts.categories import draw_categories

        draw_categories(probed, chart)
    o.write(found, format, output, None, digits)
