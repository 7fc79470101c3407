import type { Faker } from '@faker-js/faker';
import { diceOf, marketOf, type Place } from './market.ts';

/** A made-up agent: example domains and 555-01xx numbers belong to nobody. */
export type SourceAgent = {
  fullName: string;
  licenseNumber: string;
  brokerageName: string;
  teamName: string | null;
  email: string;
  mobile: string;
  phone: string | null;
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

/** The agents who work in a ZIP; always the same ones. */
export function agentsOf(place: Place): SourceAgent[] {
  const dice = diceOf('agents', place.zip);
  const brokerages = Array.from({ length: BROKERAGES_IN_A_ZIP }, () => brokerageIn(place, dice));
  return Array.from({ length: AGENTS_IN_A_ZIP }, () =>
    agentOf(dice.helpers.arrayElement(brokerages), place, dice),
  );
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const phoneIn = (state: string, dice: Faker) =>
  `(${marketOf(state).areaCode}) 555-01${String(dice.number.int({ min: 0, max: 99 })).padStart(2, '0')}`;

function brokerageIn({ city, state, zip }: Place, dice: Faker): Brokerage {
  const kind = dice.helpers.arrayElement([
    'Realty',
    'Properties',
    'Homes',
    'Real Estate Group',
    'Residential',
  ]);
  const name = `${dice.helpers.arrayElement([city, dice.person.lastName(), dice.location.street()])} ${kind}`;
  return {
    name,
    domain: `${slug(name)}.example.com`,
    officeAddress: `${dice.location.buildingNumber()} ${dice.location.street()}, ${city}, ${state} ${zip}`,
    phone: phoneIn(state, dice),
  };
}

function agentOf(brokerage: Brokerage, { city, state }: Place, dice: Faker): SourceAgent {
  const [first, last] = [dice.person.firstName(), dice.person.lastName()];
  const handle = `${slug(first)}.${slug(last)}`;
  const often = <T>(probability: number, value: T) =>
    dice.helpers.maybe(() => value, { probability }) ?? null;
  return {
    fullName: `${first} ${last}`,
    licenseNumber: `${state}-${dice.string.numeric({ length: 8, allowLeadingZeros: true })}`,
    brokerageName: brokerage.name,
    teamName: often(0.35, `The ${last} Team`),
    email: `${handle}@${brokerage.domain}`,
    mobile: phoneIn(state, dice),
    phone: often(0.85, brokerage.phone),
    websiteUrl: often(0.7, `https://${handle.replace('.', '-')}.example.com`),
    facebookUrl: often(0.5, `https://facebook.example.com/${handle}`),
    linkedinUrl: often(0.6, `https://linkedin.example.com/in/${handle}`),
    officeAddress: brokerage.officeAddress,
    city,
    state,
  };
}
