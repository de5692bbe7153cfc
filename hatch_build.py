"""Compiles the kernels, and the games where it is asked to, when cardkit is installed; it succeeds in any case."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
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
    CARDKIT_TWINS=yes adds the twin of every game that comes with cardkit, each compared with its rules, which takes
    minutes.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and on an editable installation put the results beside the sources."""
        if self.target_name != "wheel":
            return
        self._folder, root = tempfile.mkdtemp(prefix="cardkit-compiled-"), Path(self.root)
        if version != "editable" and os.environ.get("CARDKIT_TWINS") == "yes":
            for twin in twins(root, Path(self._folder)):
                build_data["force_include"][str(twin)] = f"cardkit/twins/{twin.name}"
            build_data["pure_python"], build_data["infer_tag"] = False, True
        wanted = os.environ.get("CARDKIT_COMPILE", "")
        if wanted == "no":
            return
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

    def dependencies(self) -> list[str]:
        """What games are compiled with: the libraries of cardkit, and the compiler."""
        if os.environ.get("CARDKIT_TWINS") != "yes":
            return []
        project = self.metadata.core
        return [*project.dependencies, *project.optional_dependencies["compile"]]

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


def twins(root: Path, folder: Path) -> list[Path]:
    """The folders of the twins of all games that the wheel brings; raises what `cardkit compile` says of one."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    brought = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    games = [*settings["project"]["entry-points"]["cardkit.games"].values()]
    games += [str(root / file) for file in brought if file.endswith(".py")]
    path = os.pathsep.join((str(root), str(root / "games")))
    there = {**os.environ, "CARDKIT_HOME": str(folder), "PYTHONPATH": path}

    def compile_one(game: str) -> None:
        command = [sys.executable, "-m", "cardkit", "compile", game]
        done = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)

    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(compile_one, games))
    return sorted(facts.parent for facts in (folder / "twins").glob("*/compared.json"))
