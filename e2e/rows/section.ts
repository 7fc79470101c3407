/** A page's path, with `{…}` for parameters; `*` is any page. */
export type Screen = '*' | `/${string}`;

/** `GET /api/agents/{zip}`, as the contracts declare it. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * A promise of the product. A test of a row has to open all its screens and make all its calls. `unit` permits a unit
 * test without them.
 */
export type Row = {
  text: string;
  screen?: Screen | readonly Screen[];
  call?: Call | readonly Call[];
  unit?: true;
};

export function section<const Rows extends Record<string, Row>>(title: string, rows: Rows) {
  return { title, rows };
}
