import type { Faker } from '@faker-js/faker';
import { marketOf, seededFaker, type Zip } from './market.ts';

/** Example domains and 555-01xx numbers reach no real agent. */
export type SourceAgent = {
  fullName: string;
  licenseNumber: string;
  brokerageName: string;
  teamName: string | null;
  email: string;
  mobile: string;
  phone: string | null;
  phoneExtension: string | null;
  websiteUrl: string | null;
  facebookUrl: string | null;
  linkedinUrl: string | null;
  officeAddress: string;
  city: string;
  state: string;
};

const AGENTS_IN_A_ZIP = 24;
const BROKERAGES_IN_A_ZIP = 7;

type Brokerage = { name: string; domain: string; officeAddress: string; phone: string };

/** Makes up the agents of a ZIP; always the same ones. */
export function agentsOf(zip: Zip): SourceAgent[] {
  const random = seededFaker('agents', zip.zipCode);
  const brokerages = Array.from({ length: BROKERAGES_IN_A_ZIP }, () => brokerageIn(zip, random));
  return Array.from({ length: AGENTS_IN_A_ZIP }, () =>
    agentOf(random.helpers.arrayElement(brokerages), zip, random),
  );
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const phoneIn = (state: string, random: Faker) =>
  `(${marketOf(state).areaCode}) 555-01${String(random.number.int({ min: 0, max: 99 })).padStart(2, '0')}`;

function brokerageIn({ city, state, zipCode }: Zip, random: Faker): Brokerage {
  const kind = random.helpers.arrayElement([
    'Realty',
    'Properties',
    'Homes',
    'Real Estate Group',
    'Residential',
  ]);
  const name = `${random.helpers.arrayElement([city, random.person.lastName(), random.location.street()])} ${kind}`;
  return {
    name,
    domain: `${slug(name)}.example.com`,
    officeAddress: `${random.location.buildingNumber()} ${random.location.street()}, ${city}, ${state} ${zipCode}`,
    phone: phoneIn(state, random),
  };
}

function agentOf(brokerage: Brokerage, { city, state }: Zip, random: Faker): SourceAgent {
  const [first, last] = [random.person.firstName(), random.person.lastName()];
  const handle = `${slug(first)}.${slug(last)}`;
  const often = <T>(probability: number, value: T) =>
    random.helpers.maybe(() => value, { probability }) ?? null;
  return {
    fullName: `${first} ${last}`,
    licenseNumber: `${state}-${random.string.numeric({ length: 8, allowLeadingZeros: true })}`,
    brokerageName: brokerage.name,
    teamName: often(0.35, `The ${last} Team`),
    email: `${handle}@${brokerage.domain}`,
    mobile: phoneIn(state, random),
    phone: often(0.85, brokerage.phone),
    phoneExtension: null,
    websiteUrl: often(0.7, `https://${handle.replace('.', '-')}.example.com`),
    facebookUrl: often(0.5, `https://facebook.example.com/${handle}`),
    linkedinUrl: often(0.6, `https://linkedin.example.com/in/${handle}`),
    officeAddress: brokerage.officeAddress,
    city,
    state,
  };
}
