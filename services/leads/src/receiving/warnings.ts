import type { DeliveryWarning } from '@closingwire/contracts/delivery-warnings';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { Source } from '@closingwire/contracts/sources';
import { addDays } from '@closingwire/contracts/state-days';
import { todayOf } from '../lists/calendar.ts';
import { lastDayOf } from '../sources/last-day.ts';

type License = Pick<Source, 'name' | 'states' | 'permittedUses' | 'expiresAt' | 'isValid'>;

const rowsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

const otherText = (count: number) => `the other ${count === 1 ? 'row' : rowsText(count)}`;

/** Returns for example "No row has" or "Only 2 of 6 rows have". */
const onlyText = (count: number, all: number) =>
  count === 0
    ? 'No row has'
    : `Only ${count.toLocaleString('en-US')} of ${rowsText(all)} ${count === 1 ? 'has' : 'have'}`;

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });

const isInList = ({ property: { state, soldDate } }: ReceivedLead, now: Date) => {
  const today = todayOf(state, now);
  return soldDate <= today && soldDate >= addDays(today, 1 - LIST_DAYS);
};

const hasContact = ({ email, mobile, phone }: ReceivedLead) => Boolean(email || mobile || phone);

type Counts = {
  accepted: number;
  recent: number;
  reachable: number;
  newest: string;
  /** Rejected rows by state. */
  outside: ReadonlyMap<string, number>;
};

type Warning = DeliveryWarning | false;

function recentWarning({ accepted, recent, newest }: Counts): Warning {
  if (recent === accepted) return false;
  const rows = accepted - recent;
  const leftOut = recent === 0 ? 'these rows' : otherText(rows);
  const newestDay = dayFormat.format(Date.parse(newest));
  return {
    code: 'not_recent',
    rows,
    message: [
      `${onlyText(recent, accepted)} a closing of the last ${LIST_DAYS} days, so lists leave ${leftOut} out unless a subscriber chooses other dates.`,
      `The newest sale is of ${newestDay}.`,
      'Check the sale dates, or ask the source for newer closings.',
    ].join(' '),
  };
}

function contactWarning({ accepted, reachable }: Counts): Warning {
  if (reachable === accepted) return false;
  const rows = accepted - reachable;
  const agents = reachable === 0 ? 'these agents' : `the agents of ${otherText(rows)}`;
  return {
    code: 'no_contact',
    rows,
    message: [
      `${onlyText(reachable, accepted)} an email address or a phone number.`,
      `Subscribers cannot reach ${agents}, unless another delivery has their contacts.`,
      'Map the columns that have them, or ask the source for them.',
    ].join(' '),
  };
}

function licenseWarning({ name, isValid, expiresAt, permittedUses }: License, { accepted }: Counts): Warning {
  const rows = rowsText(accepted);
  if (!isValid && expiresAt !== null) {
    return {
      code: 'license_ended',
      rows: accepted,
      message: `The license of '${name}' ended on ${lastDayOf(expiresAt)}. The ${rows} will be stored, and hidden until it is renewed. Renew it in 'Sources', or choose another source.`,
    };
  }
  if (permittedUses.includes('lists')) return false;
  return {
    code: 'no_lists',
    rows: accepted,
    message: `The license of '${name}' does not permit lists. The ${rows} will be stored, and no list will show them. Permit lists in 'Sources' if the license does, or choose another source.`,
  };
}

function statesWarning({ name }: License, { outside }: Counts): Warning {
  if (outside.size === 0) return false;
  const rows = [...outside.values()].reduce((sum, count) => sum + count, 0);
  const states = [...outside.keys()].toSorted().join(', ');
  return {
    code: 'license_states',
    rows,
    message: `The license of '${name}' does not cover ${states}: ${rowsText(rows)} will be rejected. Add the states in 'Sources' if the license covers them, or choose another source.`,
  };
}

/** Counts the rows of a delivery that its subscribers would not see or could not use. */
export function deliveryWarnings(license: License, now: Date) {
  const outside = new Map<string, number>();
  const counts = { accepted: 0, recent: 0, reachable: 0, newest: '', outside };
  return {
    /** Takes the state of a row that is rejected because the license does not cover it. */
    uncovered(state: string): void {
      outside.set(state, (outside.get(state) ?? 0) + 1);
    },
    /** Takes a row that is accepted. */
    look(lead: ReceivedLead): void {
      const { soldDate } = lead.property;
      counts.accepted++;
      counts.recent += Number(isInList(lead, now));
      counts.reachable += Number(hasContact(lead));
      if (soldDate > counts.newest) counts.newest = soldDate;
    },
    /** Returns the warnings; those about hidden rows only if there are rows to store. */
    list(): DeliveryWarning[] {
      const ofRows =
        counts.accepted === 0
          ? []
          : [licenseWarning(license, counts), recentWarning(counts), contactWarning(counts)];
      return [statesWarning(license, counts), ...ofRows].filter(warning => warning !== false);
    },
  };
}
