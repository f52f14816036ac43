"""The parts of numba that are not public API, all in one module.

numba optimizes each function and emits its machine code together with that of all functions it calls. A kernel that
only other kernels call is then compiled again inside each of them. Keeping such an inner kernel as LLVM code to link
saves 20 % of the compile time, and the result is as fast. Importing this module raises ImportError if the installed
numba lacks a needed part. `dispatchers` then compiles inner kernels like all others.
"""

from typing import Any

from llvmlite import binding  # a dependency of numba, in the version that numba needs
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.cpu import CPUTargetOptions

NEEDED = {
    JITCodeLibrary: ("_optimize_final_module", "_get_module_for_linking", "enable_object_caching"),
    Compiler: ("define_pipelines",),
    CPUTargetOptions: ("no_cpython_wrapper", "no_cfunc_wrapper"),
}
"""The names that this module uses, by class."""
ATTRIBUTES = ("_final_module", "_finalized", "_codegen")
"""The attributes of a code library that this module uses."""
ENVIRONMENT = "_ZN08NumbaEnv"
"""The prefix of the global variables in which numba stores a function's link to Python."""

for _class, _names in NEEDED.items():
    for _name in _names:
        if not hasattr(_class, _name):
            raise ImportError(f"numba's {_class.__name__} has no {_name}")


class LinkedLibrary(JITCodeLibrary):
    """The LLVM code of one function, to be linked into its callers. It emits no machine code but the environment."""

    def _optimize_final_module(self) -> None:
        """Keep the linked module for the callers instead of optimizing and emitting it."""
        if not all(hasattr(self, name) for name in ATTRIBUTES):
            super()._optimize_final_module()
            return
        variables = [str(each) for each in self._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
        codegen: Any = self._codegen
        if not variables or not hasattr(codegen, "_create_empty_module"):
            super()._optimize_final_module()
            return
        self._finalized = True  # otherwise the next line would call this method again
        self._get_module_for_linking()
        empty = str(codegen._create_empty_module(self.name))
        self._final_module = binding.parse_assembly("\n".join((empty, *variables)))


class LinkedCompiler(Compiler):
    """numba's compiler with a LinkedLibrary for its code."""

    def define_pipelines(self) -> Any:
        name = self.state.func_id.func_qualname
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


OUTER: dict[str, Any] = {"no_cfunc_wrapper": True}
"""Options of numba.njit for a kernel that Python calls."""
INNER: dict[str, Any] = OUTER | {"no_cpython_wrapper": True, "pipeline_class": LinkedCompiler}
"""Options of numba.njit for a kernel that only other kernels call."""
