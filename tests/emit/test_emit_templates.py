"""Templates hold text layout only: no arithmetic, comparison, call, filter, assignment or macro."""

import pytest
from jinja2 import Environment, nodes

from symdyn.emit.templates import template_directory

TEMPLATES = sorted(template_directory().rglob("*.jinja"))
LAYOUT = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.For, nodes.If)


def faults(source: str) -> list[str]:
    """Return what a template does beside showing, repeating and leaving out finished text."""
    found: list[str] = []
    names = {"view"}
    tree = Environment().parse(source)
    for loop in tree.find_all(nodes.For):
        if not isinstance(loop.target, nodes.Name):
            found.append(f"line {loop.lineno}: a loop over pairs")
        else:
            names.add(loop.target.name)
        if loop.test or loop.else_ or loop.recursive:
            found.append(f"line {loop.lineno}: a loop with a condition")

    def visit(node: nodes.Node) -> None:
        if isinstance(node, nodes.For):
            require_chain(node.iter)
            children = node.body
        elif isinstance(node, nodes.If):
            require_chain(node.test)
            children = [*node.body, *node.elif_, *node.else_]
        elif isinstance(node, nodes.Output | nodes.Template):
            children = list(node.iter_child_nodes())
        elif isinstance(node, LAYOUT):
            return
        elif isinstance(node, nodes.Expr):
            require_chain(node)
            return
        else:
            found.append(f"line {node.lineno}: {type(node).__name__}")
            return
        for child in children:
            visit(child)

    def require_chain(node: nodes.Node) -> None:
        """Only `view.a.b` or `row.a`."""
        inner = node
        while isinstance(inner, nodes.Getattr):
            inner = inner.node
        if not (isinstance(inner, nodes.Name) and inner.name in names):
            found.append(f"line {node.lineno}: {type(node).__name__} is not a chain of attributes")

    visit(tree)
    return found


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_template_holds_no_logic(template: object) -> None:
    assert not faults(template.read_text())  # type: ignore[attr-defined]


LOGIC = [
    "{{ view.n + 1 }}",
    "{{ view.name | upper }}",
    "{{ view.f() }}",
    "{{ view.rows[0] }}",
    "{{ 'a' if view.b else 'c' }}",
    "{{ view.a ~ view.b }}",
    "{{ -view.a }}",
    "{{ other }}",
    "{{ loop.index }}",
    "{% set a = 1 %}",
    "{% if view.n > 1 %}a{% endif %}",
    "{% if not view.n %}a{% endif %}",
    "{% if view.a and view.b %}a{% endif %}",
    "{% for a, b in view.rows %}{% endfor %}",
    "{% for a in view.rows if a.b %}{% endfor %}",
    "{% for a in view.rows.items() %}{% endfor %}",
    "{% for a in [1, 2] %}{% endfor %}",
    "{% macro m() %}{% endmacro %}",
    "{% include 'x' %}",
    "{% import 'x' as y %}",
    "{% block b %}{% endblock %}",
    "{% filter upper %}a{% endfilter %}",
    "{% with a = 1 %}{% endwith %}",
]


@pytest.mark.parametrize("source", LOGIC)
def test_logic_in_a_template_is_noticed(source: str) -> None:
    assert faults(source)


def test_all_templates_are_looked_at() -> None:
    code = {"source.c.jinja", "header.h.jinja", "selftest.c.jinja", "module.py.jinja"}
    assert {path.name for path in TEMPLATES} >= code
