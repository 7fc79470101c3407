import type { DigestSettings } from '@closingwire/contracts/digest';
import { addDays, dayFormat } from '@closingwire/contracts/state-days';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_AHEAD = 8;

/** Formats instants of a time zone, as a day and as a wall clock. */
type Zone = { day: Intl.DateTimeFormat; clock: Intl.DateTimeFormat };

const zones = new Map<string, Zone>();

/** Formatters are slow to make, and a hundred thousand accounts share a few zones. */
function zoneNamed(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    zone = { day: dayFormat(name), clock };
    zones.set(name, zone);
  }
  return zone;
}

/** Returns the day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayAt = (timeZone: string, at: Date): string => zoneNamed(timeZone).day.format(at);

/** Returns what clocks in the zone show at an instant, as if they showed UTC. */
const wallAt = ({ clock }: Zone, at: number): number => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);

const offsetAt = (zone: Zone, at: number): number => wallAt(zone, at) - at;

/** Returns the minute at which the offset changes between two instants with different offsets. */
function changeBetween(zone: Zone, from: number, to: number): number {
  const before = offsetAt(zone, from);
  let [last, first] = [from, to];
  while (first - last > MINUTE_MS) {
    const middle = last + Math.floor((first - last) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(zone, middle) === before) last = middle;
    else first = middle;
  }
  return first;
}

/**
 * Returns the instant of a time on a day: the first of two when clocks are set back, and the end of the gap when they
 * skip the time.
 */
function instantOf(zone: Zone, day: string, localTime: string): number {
  const wall = Date.parse(`${day}T${localTime}:00Z`);
  const around = [wall - DAY_MS, wall + DAY_MS] as const;
  const candidates = around
    .map(at => wall - offsetAt(zone, at))
    .filter(candidate => wallAt(zone, candidate) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : changeBetween(zone, ...around);
}

/** Returns the day of the week; Monday is 1. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** Returns when the next digest is due after an instant; null while it is off. */
export function nextDigest(
  { frequency, weekday, localTime, timeZone }: DigestSettings,
  after: Date,
): Date | null {
  if (frequency === 'off') return null;
  const zone = zoneNamed(timeZone);
  const today = zone.day.format(after);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (frequency === 'weekly' && weekdayOf(day) !== weekday) continue;
    const at = instantOf(zone, day, localTime);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`Expected a digest within ${DAYS_AHEAD} days after ${after.toISOString()}`);
}
