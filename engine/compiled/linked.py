"""Kernels that other kernels alone call: kept as LLVM's code to link, and never made into machine code by themselves.

numba optimizes every function and emits its machine code, with that of all which it calls, though nobody but another
kernel will call it, which then is optimized and emitted with all of it once more. Without that, a fifth less is waited
for the compiler, and what comes out is as fast. Imports numba, and knows how its libraries of code are made inside.
"""

from typing import Any

from llvmlite import binding  # numba's own dependency, and of the version that numba wants
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

ENVIRONMENT = "_ZN08NumbaEnv"
"""What begins the names under which numba notes, wherever a function is loaded, what it needs of Python."""


class LinkedLibrary(JITCodeLibrary):
    """The code of one function, for others to link; of machine code, only the places that numba writes to."""

    def _optimize_final_module(self) -> None:
        """Set what was linked aside for those who call it, where numba would optimize it and go on to emit it."""
        places = [str(each) for each in self._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
        if not places:  # a numba that names them otherwise would write to nowhere
            super()._optimize_final_module()
            return
        codegen: Any = self._codegen
        self._finalized = True  # or the next line would begin this anew
        self._get_module_for_linking()
        self._final_module = binding.parse_assembly("\n".join((str(codegen._create_empty_module(self.name)), *places)))


class LinkedCompiler(Compiler):
    """numba's compiler, with another library for its code."""

    def define_pipelines(self) -> Any:
        name = self.state.func_id.func_qualname
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().define_pipelines()
