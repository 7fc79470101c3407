import { agentsOf, type SourceAgent } from '../agents.ts';
import type { Zip } from '../market.ts';
import type { MemberRow, OfficeRow } from './fields.ts';

/** An agent as a listing names them. */
export type ListingAgent = {
  key: string;
  mlsId: string;
  fullName: string;
  officeKey: string;
  officeMlsId: string;
  officeName: string;
  licenseNumber: string;
};

export type Directory = { agents: ListingAgent[]; members: MemberRow[]; offices: OfficeRow[] };

/** Agents and offices change rarely, so their rows are older than every listing. */
const LAST_CHANGE = Date.UTC(2026, 0, 5, 12);
const SECOND_MS = 1000;

/** Returns the members and offices of a ZIP: the agents of the sample source, always the same. */
export function directoryOf(zip: Zip, originatingSystem: string): Directory {
  const sources = agentsOf(zip);
  const officeNames = [...new Set(sources.map(({ brokerageName }) => brokerageName))];
  const agents = sources.map((source, index) => listingAgent(source, index, zip, officeNames));
  const offices = officeNames.map((name, index) => {
    const inOffice = sources.filter(({ brokerageName }) => brokerageName === name);
    return officeRow({ name, index, inOffice }, zip, originatingSystem);
  });
  const members = sources.map((source, index) => {
    const agent = agents[index] as ListingAgent;
    return memberRow(source, agent, timestampAt(Number(zip.zipCode) + index), originatingSystem);
  });
  return { agents, members, offices };
}

const timestampAt = (second: number) => new Date(LAST_CHANGE + second * SECOND_MS).toISOString();

const twoDigits = (index: number) => String(index + 1).padStart(2, '0');

function listingAgent(
  { fullName, brokerageName, licenseNumber }: SourceAgent,
  index: number,
  { zipCode, state }: Zip,
  officeNames: string[],
): ListingAgent {
  const office = `${zipCode}${twoDigits(officeNames.indexOf(brokerageName))}`;
  return {
    key: `M${zipCode}${twoDigits(index)}`,
    mlsId: `${state}${zipCode}${twoDigits(index)}`,
    fullName,
    officeKey: `O${office}`,
    officeMlsId: `${state}B${office}`,
    officeName: brokerageName,
    licenseNumber,
  };
}

function memberRow(
  source: SourceAgent,
  agent: ListingAgent,
  modified: string,
  originatingSystem: string,
): MemberRow {
  const [firstName = '', ...lastNames] = source.fullName.split(' ');
  return {
    MemberKey: agent.key,
    MemberMlsId: agent.mlsId,
    OriginatingSystemName: originatingSystem,
    MemberStatus: 'Active',
    MemberFullName: source.fullName,
    MemberFirstName: firstName,
    MemberLastName: lastNames.join(' '),
    MemberEmail: source.email,
    MemberMobilePhone: source.mobile,
    MemberDirectPhone: source.phone,
    MemberStateLicense: source.licenseNumber,
    MemberStateLicenseState: source.state,
    OfficeKey: agent.officeKey,
    OfficeMlsId: agent.officeMlsId,
    OfficeName: agent.officeName,
    ModificationTimestamp: modified,
    MlgCanView: true,
  };
}

type OfficeSource = { name: string; index: number; inOffice: SourceAgent[] };

function officeRow({ name, index, inOffice }: OfficeSource, zip: Zip, originatingSystem: string): OfficeRow {
  const { zipCode, city, state } = zip;
  const office = `${zipCode}${twoDigits(index)}`;
  const [first] = inOffice;
  return {
    OfficeKey: `O${office}`,
    OfficeMlsId: `${state}B${office}`,
    OriginatingSystemName: originatingSystem,
    OfficeStatus: 'Active',
    OfficeName: name,
    OfficePhone: inOffice.find(({ phone }) => phone !== null)?.phone ?? null,
    OfficeAddress1: first?.officeAddress.split(',')[0] ?? null,
    OfficeCity: city,
    OfficeStateOrProvince: state,
    OfficePostalCode: zipCode,
    ModificationTimestamp: timestampAt(Number(zipCode) + index),
    MlgCanView: true,
  };
}
