/** A page of the product, with `{…}` for what varies; `*` is whichever. */
export type Screen = '*' | `/${string}`;

/** `GET /api/agents/{zip}`, as the contracts declare it. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * One thing that the product promises. A test that holds it has to open every screen and make every call that it
 * names; `unit` lets a unit test hold it all the same, where nothing but a unit can.
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
