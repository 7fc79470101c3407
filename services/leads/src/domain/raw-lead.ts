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
  const sale = isRecord(row.property) ? row.property : {};
  return {
    fullName: row.fullName,
    agentRole: row.agentRole,
    licenseNumber: row.licenseNumber,
    brokerageName: row.brokerageName,
    teamName: row.teamName,
    email: row.email,
    mobile: row.mobile,
    phone: row.phone,
    websiteUrl: row.websiteUrl,
    facebookUrl: row.facebookUrl,
    linkedinUrl: row.linkedinUrl,
    officeAddress: row.officeAddress,
    agentCity: row.city,
    agentState: row.state,
    address1: sale.address1,
    address2: sale.address2,
    city: sale.city,
    state: sale.state,
    zip: sale.zip,
    price: sale.price,
    soldDate: sale.soldDate,
    beds: sale.beds,
    baths: sale.baths,
    sqft: sale.sqft,
    type: sale.type,
    mlsId: sale.mlsId,
    listedDate: sale.listedDate,
    lotSize: sale.lotSize,
  };
}
