"""Names that statements must stay clear of, in C and in Python: keywords, and what the templates use."""

from keyword import kwlist

# fmt: off
C_KEYWORDS = frozenset({
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
})
USED_BY_TEMPLATES = frozenset({
    "sin", "cos", "sinf", "cosf", "count", "i", "size_t", "np", "shape", "pi",
    "fabs", "fabsf", "v", "uint32_t", "uint64_t",
})
# fmt: on
RESERVED = C_KEYWORDS | frozenset(kwlist) | USED_BY_TEMPLATES
