import { type LeadField, leadFields } from './raw-lead.ts';

/** The column of `king-county-leads.csv` style files for each field: its snake case, but for two. */
const columnOf = (field: LeadField): string =>
  field === 'lotSize' ? 'lot_size_acres' : field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const simple = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const known = new Map<string, LeadField>([
  ...leadFields.map((field): [string, LeadField] => [simple(field), field]),
  ...leadFields.map((field): [string, LeadField] => [simple(columnOf(field)), field]),
]);

/** The field of each column; undefined for columns that say nothing to us. */
export type Columns = (LeadField | undefined)[];

/**
 * Which column holds which field. Headers are ours in any spelling (`sold_date`, `Sold Date`, `soldDate`);
 * `mapping` names others, by header: `{ "Agent": "fullName" }`.
 */
export function columnsOf(headers: readonly string[], mapping: Record<string, LeadField>): Columns {
  const given = new Map(Object.entries(mapping).map(([header, field]) => [simple(header), field]));
  return headers.map(header => given.get(simple(header)) ?? known.get(simple(header)));
}

const required: readonly LeadField[] = ['fullName', 'address1', 'city', 'state', 'zip', 'soldDate'];

/** The required fields that no column holds, by their column names. */
export function missingColumns(columns: Columns): string[] {
  return required.filter(field => !columns.includes(field)).map(columnOf);
}
