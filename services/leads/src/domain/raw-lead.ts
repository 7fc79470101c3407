/** What a source may say about a closing, by our names. The first word of an agent's own place is `agent`. */
export const leadFields = [
  'fullName',
  'agentRole',
  'licenseNumber',
  'brokerageName',
  'teamName',
  'email',
  'mobile',
  'phone',
  'websiteUrl',
  'facebookUrl',
  'linkedinUrl',
  'officeAddress',
  'agentCity',
  'agentState',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'price',
  'soldDate',
  'beds',
  'baths',
  'sqft',
  'type',
  'mlsId',
  'listedDate',
  'lotSize',
] as const;

export type LeadField = (typeof leadFields)[number];

/** One row as a source wrote it: values of any kind, fields missing. */
export type RawLead = Partial<Record<LeadField, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a JSON row: an agent with the sale under `property`. Undefined when it is not an object. */
export function fromNested(row: unknown): RawLead | undefined {
  if (!isRecord(row)) return undefined;
  const { city, state, property, ...agent } = row;
  const sale = isRecord(property) ? property : {};
  return { ...agent, ...sale, agentCity: city, agentState: state };
}
