const ZIPS = 2_000;

const DAY_MS = 86_400_000;

/** Returns the n-th lead with every field; it depends only on n and version. */
export function wideLead(n: number, version: number) {
  const zip = String(10_000 + (n % ZIPS));
  const agent = n % 40_000;
  const day = new Date(Date.now() - (n % 30) * DAY_MS).toISOString().slice(0, 10);
  return {
    fullName: `Agent ${agent} Example`,
    agentRole: 'Listing Agent',
    licenseNumber: `LIC-${agent}`,
    brokerageName: `Example Realty of ${zip}`,
    teamName: 'The Example Team',
    email: `agent.${agent}@example.com`,
    mobile: `(206) 555-01${String(agent % 100).padStart(2, '0')}`,
    phone: '(425) 555-0183',
    websiteUrl: `https://agent${agent}.example.com`,
    facebookUrl: `https://social.example.com/f/agent${agent}`,
    linkedinUrl: `https://social.example.com/in/agent${agent}`,
    officeAddress: `${agent % 999} Main St, Kent, WA 98030`,
    city: 'Kent',
    state: 'WA',
    property: {
      address1: `${n} Cedar St`,
      address2: `#${n % 90}`,
      city: 'Kent',
      state: 'WA',
      zip,
      price: 100_000 + (n % 900_000) + version,
      soldDate: day,
      beds: 1 + (n % 5),
      baths: 2.25,
      sqft: 600 + (n % 3_000),
      type: 'home',
      mlsId: `M${n}`,
      listedDate: '2026-01-05',
      lotSize: 0.13,
    },
  };
}

export type WideLead = ReturnType<typeof wideLead>;

/** Returns leads of which half exist with another price and half are new. In every pair the existing one is first. */
export const halfNew = (count: number, first = 0): WideLead[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? wideLead(first + i / 2, 1) : wideLead(first + count + i, 0),
  );

/** Returns the leads that `halfNew` expects in the database. */
export const stored = (count: number, first = 0): WideLead[] =>
  Array.from({ length: count / 2 }, (_, n) => wideLead(first + n, 0));

const CHUNK = 256 * 1024;

/** Returns the leads as NDJSON in chunks; call it before the measurement starts. */
export function ndjsonOf(leads: readonly WideLead[]): Buffer[] {
  const pieces: Buffer[] = [];
  let text = '';
  for (const lead of leads) {
    text += `${JSON.stringify(lead)}\n`;
    if (text.length < CHUNK) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  return [...pieces, Buffer.from(text)];
}
