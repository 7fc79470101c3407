"""What Schemathesis cannot write by itself: NDJSON, one value a line, and CSV as text."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx, value):
    rows = value if isinstance(value, list) else [value]
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode("utf-8", "surrogatepass")
