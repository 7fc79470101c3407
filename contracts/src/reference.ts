/** Fixed lists of the product. */

export const signupIndustries = [
  'Brokerage or Team',
  'Coach or Trainer',
  'Home Services',
  'Marketing Agency',
  'Mortgages',
  'Printing/Mailing Provider',
  'Title & Escrow',
] as const;

/** Labels that an admin may set on a user, in addition to the sign-up industries. */
export const adminIndustries = [
  'Mortgage Brokerage',
  'Real Estate Brokerage',
  'Insurance',
  'Financial Services',
  'Home Services',
  'Legal Services',
  'Construction',
  'Property Management',
  'Investment',
  'Technology',
  'Marketing/Advertising',
  'Consulting',
  'Other',
] as const;

/**
 * The industry that counts for a ZIP's exclusivity. A label for the same trade as a sign-up industry counts as that
 * industry; the others count separately.
 */
const claimIndustries: Record<(typeof adminIndustries)[number], string> = {
  'Mortgage Brokerage': 'Mortgages',
  'Real Estate Brokerage': 'Brokerage or Team',
  Insurance: 'Insurance',
  'Financial Services': 'Financial Services',
  'Home Services': 'Home Services',
  'Legal Services': 'Legal Services',
  Construction: 'Construction',
  'Property Management': 'Property Management',
  Investment: 'Investment',
  Technology: 'Technology',
  'Marketing/Advertising': 'Marketing Agency',
  Consulting: 'Consulting',
  Other: 'Other',
};

const claimIndustryOfLabel: ReadonlyMap<string, string> = new Map(Object.entries(claimIndustries));

/** Returns the industry under which a user of this industry claims ZIPs. */
export const claimIndustryOf = (industry: string): string => claimIndustryOfLabel.get(industry) ?? industry;

/** Returns every industry and label that counts as this industry, including itself. */
export const countingAs = (industry: string): string[] => [
  ...new Set([industry, ...adminIndustries.filter(label => claimIndustries[label] === industry)]),
];

export const teamSizes = [
  'Just me (1)',
  'Small team (2-5)',
  'Medium team (6-15)',
  'Large team (16-50)',
  'Enterprise (50+)',
] as const;

export const propertyTypes = ['home', 'condo', 'multi', 'commercial'] as const;

export const articleCategories = [
  'Getting Started',
  'Billing & Subscriptions',
  'ZIP Code Management',
  'Lead Data',
  'Account Settings',
  'Technical Support',
  'API & Integrations',
] as const;

/** The 50 states of the catalog's list, by code. */
export const states = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

/** The states, and the capital, which is in none. */
export const statesAndDc: Readonly<Record<string, string>> = { ...states, DC: 'District of Columbia' };
