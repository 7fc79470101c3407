/** The states of each time zone; a state that has several is where most of its people live. */
const statesOf = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
} as const;

type Zone = { states: readonly string[]; dayAt: (now: Date) => string };

const zones: readonly Zone[] = Object.entries(statesOf).map(([timeZone, codes]) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return { states: codes.split(' '), dayAt: now => format.format(now) };
});

/** Today, YYYY-MM-DD, in each state; states of one day together, the earlier day first. */
export function todayByState(now: Date): { day: string; states: string[] }[] {
  const byDay = Map.groupBy(zones, zone => zone.dayAt(now));
  return [...byDay]
    .map(([day, group]) => ({ day, states: group.flatMap(zone => zone.states) }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** The latest day that it is in any state. */
export const latestToday = (now: Date): string =>
  todayByState(now).at(-1)?.day ?? now.toISOString().slice(0, 10);
