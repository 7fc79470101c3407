/** A row that was not taken. `field` is empty when the row as a whole will not do. */
export type Reject = { line: number; field: string; message: string };
