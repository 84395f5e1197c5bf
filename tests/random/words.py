"""Types and accesses, as lines of Java and as events."""

PRIMITIVES = ["byte", "short", "char", "int", "long", "float", "double"]
TYPES = PRIMITIVES + ["boolean", "Object", "String"]
QUALIFIED = {"Object": "java.lang.Object", "String": "java.lang.String"}


def read_of(kind, place):
    if kind == "boolean":
        return f"if ({place}) sum++;"
    return f"sum += {place};" if kind in PRIMITIVES else f"if ({place} != null) sum++;"


def write_of(kind, place, value="1"):
    if kind == "boolean":
        return f"{place} = true;"
    return f"{place} = ({kind}) {value};" if kind in PRIMITIVES else f'{place} = "x";'


def change_of(kind, place):
    if kind == "boolean":
        return f"{place} = !{place};"
    return f"{place}++;" if kind in PRIMITIVES else f"{place} = {place};"


HOW = {  # an access: its Java and its events
    "read": (read_of, ["read"]),
    "write": (write_of, ["write"]),
    "change": (change_of, ["read", "write"]),
}


def value_of(kind):
    return "true" if kind == "boolean" else f"({kind}) 1" if kind in PRIMITIVES else '"x"'
