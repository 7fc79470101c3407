import { pricePerZip } from '../../product/price-per-zip.ts';

export const head = {
  title: 'ClosingWire | Agents who closed this week, by ZIP code',
  description: `Monthly contact lists of real estate agents who closed a sale in the last 7 days, organised by ZIP code and updated daily. ${pricePerZip} per ZIP code per month, free trial, cancel anytime.`,
  keywords:
    'real estate agent leads, agent contact list, closed sales by ZIP code, mortgage broker leads, recent home sales',
  path: '/',
};

export const hero = {
  kicker: 'The wire for closed sales',
  title: 'Know every agent who closed this week.',
  lead: 'Pick your ZIP codes. Every morning you get the agents who closed a sale there in the last 7 days, with the contact details and the deal, ready to call.',
  promises: ['No setup fees', 'Cancel anytime', `${pricePerZip} per month per ZIP code`],
};

export const agentFields = [
  'Name and license number',
  'Email address',
  'Mobile and office phone',
  'Website',
  'Brokerage and team',
  'Office address',
  'Social profiles',
];

export const propertyFields = [
  'Full address',
  'Sale price',
  'Date sold',
  'Beds and baths',
  'Square feet',
  'Property type',
];

export const features = [
  {
    title: 'Fresh Leads Daily',
    text: 'Lists cover deals closed in the last 7 days and are updated every day, so you call while the champagne is still cold.',
  },
  {
    title: 'ZIP Code Targeting',
    text: 'Subscribe to the neighbourhoods you work, one ZIP code at a time. Add or drop one whenever your market moves.',
  },
  {
    title: 'Contact Info',
    text: 'Email, mobile, office phone, website and social profiles of each agent, beside the address and price of the deal.',
  },
];

export const pricingPoints = [
  'Free trial for new accounts',
  'Every closing of the last 7 days, updated daily',
  'Agent contact data and sale details',
  'Unlimited CSV export',
  'No setup fees, cancel anytime',
];

export const audiences = [
  'Mortgage brokers',
  'Title & escrow',
  'Home services',
  'Marketing agencies',
  'Coaches',
];

/** Invented closings in 90210, with contact data masked. */
export const sampleRows = [
  {
    agent: 'Jordan M•••••',
    brokerage: 'Canyon & C••',
    email: 'jordan.m•••@•••••.com',
    phone: '(310) 555-01••',
    address: '9•• Alpine Dr',
    price: 4_850_000,
    sold: 'Yesterday',
  },
  {
    agent: 'Priya S••••',
    brokerage: 'Sunset Re••••',
    email: 'p•••••@•••••.com',
    phone: '(424) 555-01••',
    address: '1•• Rexford Dr',
    price: 3_275_000,
    sold: 'Yesterday',
  },
  {
    agent: 'Marcus D•••',
    brokerage: 'Palm Court B•••••',
    email: 'marcus•••@•••••.com',
    phone: '(310) 555-01••',
    address: '6•• Foothill Rd',
    price: 7_120_000,
    sold: '2 days ago',
  },
  {
    agent: 'Elena V••••••',
    brokerage: 'Canyon & C••',
    email: 'e.v•••••@•••••.com',
    phone: '(213) 555-01••',
    address: '2•• Doheny Rd',
    price: 2_640_000,
    sold: '4 days ago',
  },
  {
    agent: 'Theo B•••••',
    brokerage: 'Hillside P•••',
    email: 'theo•••@•••••.com',
    phone: '(424) 555-01••',
    address: '1•• Benedict Cyn',
    price: 5_395_000,
    sold: '6 days ago',
  },
];
