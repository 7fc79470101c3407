import { type LeadField, sourceField, sourceFields } from '@closingwire/contracts/source-lead';

/** One row as a source wrote it: values of any kind, fields missing. */
export type RawLead = Partial<Record<LeadField, unknown>>;

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const places = sourceFields.map(({ name, path }) => ({
  name,
  key: path.at(-1) ?? '',
  isOfSale: path.length > 1,
}));

/** Where a JSON row has a field: `property.soldDate`. */
export const jsonNameOf = (field: LeadField): string => sourceField[field].path.join('.');

/** The fields of a JSON row, an agent with the sale under `property`; or what is wrong with it as a whole. */
export function fromNested(row: unknown): { lead: RawLead } | { problem: string } {
  if (!isRecord(row)) return { problem: 'Expected a JSON object' };
  const { property } = row;
  if (!isRecord(property))
    return { problem: 'Expected the sale in `property`, as {"address1": …}, beside the agent' };
  const lead: RawLead = {};
  for (const { name, key, isOfSale } of places) lead[name] = (isOfSale ? property : row)[key];
  return { lead };
}
