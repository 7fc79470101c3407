/** States by time zone. A state with several zones is in the zone of most of its people. */
export const statesByZone = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
} as const;

/** Formats instants as days, `YYYY-MM-DD`, in a time zone. */
export const dayFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** Returns the time zone of a state; undefined for an unknown state. */
export const zoneOf = (state: string): string | undefined =>
  Object.entries(statesByZone).find(([, codes]) => codes.split(' ').includes(state))?.[0];

/** Returns today's date in a state, `YYYY-MM-DD`; undefined for an unknown state. */
export function todayIn(state: string, now: Date): string | undefined {
  const zone = zoneOf(state);
  return zone && dayFormat(zone).format(now);
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
