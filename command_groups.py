"""Groups of commands of which one need not be named."""

from typing import Any

from typer.core import TyperGroup


def with_default(command: str) -> type[TyperGroup]:
    """Return a kind of group that hands words which are no command to one of its commands."""

    class WithDefault(TyperGroup):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
                args = [command, *args]
            return super().parse_args(ctx, args)

    return WithDefault
