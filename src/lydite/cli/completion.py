"""``lydite completion``: what a shell needs to complete commands and options."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

EXAMPLES = (
    "Examples: lydite completion bash >> ~/.bashrc · lydite completion zsh >> ~/.zshrc · "
    "lydite completion fish > ~/.config/fish/completions/lydite.fish"
)


def command(
    shell: Annotated[Literal["bash", "zsh", "fish", "powershell"], typer.Argument(help="Your shell.")],
) -> None:
    """Print a script that completes commands and options in a shell."""
    from typer._completion_shared import get_completion_script

    typer.echo(get_completion_script(prog_name="lydite", complete_var="_LYDITE_COMPLETE", shell=shell))
