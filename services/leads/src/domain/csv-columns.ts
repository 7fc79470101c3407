import { type LeadField, sourceFields } from '@closingwire/contracts/source-lead';

const simple = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const known = new Map<string, LeadField>([
  ...sourceFields.map(({ name }): [string, LeadField] => [simple(name), name]),
  ...sourceFields.map(({ name, column }): [string, LeadField] => [simple(column), name]),
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

/** The required fields that no column holds, by their column names. */
export function missingColumns(columns: Columns): string[] {
  return sourceFields
    .filter(({ isRequired, name }) => isRequired && !columns.includes(name))
    .map(({ column }) => column);
}
