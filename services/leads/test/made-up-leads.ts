/** A source's row as JSON: an agent with the sale nested. */
export type MadeUpLead = ReturnType<typeof madeUpLead>;

/** The n-th lead is always the same. */
export function madeUpLead(n: number, property: object = {}, agent: object = {}) {
  return {
    fullName: `Agent ${n} Example`,
    agentRole: 'Listing Agent',
    licenseNumber: `WA-${n}`,
    brokerageName: 'Example & Co.',
    email: `agent.${n}@example.com`,
    mobile: '(206) 555-0142',
    phone: null,
    websiteUrl: null,
    facebookUrl: null,
    linkedinUrl: null,
    ...agent,
    property: {
      address1: `${n} Elm St`,
      city: 'Kent',
      state: 'WA',
      zip: '98030',
      price: 100_000 + n,
      soldDate: '2026-03-17',
      beds: 3,
      baths: 2.25,
      sqft: 1_800,
      type: 'home',
      mlsId: `M${n}`,
      lotSize: 0.13,
      ...property,
    },
  };
}

export const madeUpLeads = (count: number, propertyOf: (n: number) => object = () => ({})): MadeUpLead[] =>
  Array.from({ length: count }, (_, n) => madeUpLead(n, propertyOf(n)));
