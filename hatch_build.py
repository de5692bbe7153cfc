"""Compiles the kernels when cardkit is installed, where that can be done; the installation succeeds in any case."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DIRECTIVES = {
    "annotation_typing": False,
    "cdivision": True,
    "language_level": 3,
}
JOBS = os.cpu_count() or 1
# Without the option, GCC packs the two cards of a battle for one store, which takes longer than two.
OPTIONS = [] if os.name == "nt" else ["-O3", "-fno-tree-slp-vectorize", "-g0"]


class KernelHook(BuildHookInterface[Any]):
    """Adds a compiled module to the wheel for each Python module that has its types in a .pxd file beside it.

    CARDKIT_COMPILE=no in the environment leaves them out; CARDKIT_COMPILE=yes lets the installation fail without them.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and on an editable installation put the results beside the sources."""
        wanted = os.environ.get("CARDKIT_COMPILE", "")
        if self.target_name != "wheel" or wanted == "no":
            return
        self._folder = tempfile.mkdtemp(prefix="cardkit-kernels-")
        root = Path(self.root)
        sources = typed_sources(root)
        self.app.display_info(
            f"Compiling {len(sources)} modules, {JOBS} at a time, so that simulations are fast; it takes up to half a "
            "minute. CARDKIT_COMPILE=no leaves it out."
        )
        try:
            built = compiled(root, sources, Path(self._folder))
        except BaseException as error:
            if wanted == "yes" or isinstance(error, KeyboardInterrupt):
                raise
            self.app.display_warning(f"the kernels can't be compiled, so simulations will be slower: {error}")
            return
        for source, binary in built.items():
            if version == "editable":
                replace(binary, source.with_name(binary.name))
            else:
                build_data["force_include"][str(binary)] = str(place(root, source).with_name(binary.name))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was built on the way."""
        shutil.rmtree(getattr(self, "_folder", ""), ignore_errors=True)


def place(root: Path, source: Path) -> Path:
    """Where a source stands in the wheel."""
    inside = source.relative_to(root)
    return inside.relative_to("games") if inside.parts[0] == "games" else inside


def replace(binary: Path, target: Path) -> None:
    """Put a compiled module in its place at once, so that programs that run keep the one they have."""
    beside = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.copy(binary, beside)
    beside.replace(target)


def typed_sources(root: Path) -> list[Path]:
    """The modules that have their types beside them; a file that only hands on those of others declares none."""
    folders = (root / "cardkit", root / "games")
    declared = (types for folder in folders for types in folder.rglob("*.pxd") if "cdef " in types.read_text("utf-8"))
    modules = (types.with_suffix(".py") for types in declared)
    return sorted(module for module in modules if module.exists())


def compiled(root: Path, sources: list[Path], folder: Path) -> dict[Path, Path]:
    """The compiled module of each source, in that folder; raises whatever Cython or the C compiler raises."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    modules = cythonize(
        [
            Extension(".".join(place(root, source).with_suffix("").parts), [str(source)], extra_compile_args=OPTIONS)
            for source in sources
        ],
        build_dir=str(folder / "c"),
        compiler_directives=DIRECTIVES,
        include_path=[str(root), str(root / "games")],
        nthreads=JOBS,
        quiet=True,
    )
    command = build_ext(Distribution({"name": "cardkit", "ext_modules": modules}))
    command.build_lib, command.build_temp, command.parallel = str(folder / "lib"), str(folder / "o"), JOBS
    command.ensure_finalized()
    command.run()
    return {
        source: Path(command.get_ext_fullpath(extension.name))
        for source, extension in zip(sources, modules, strict=True)
    }
