import type { ZipFigures } from '@closingwire/contracts/zip-figures';

type Counts = Omit<ZipFigures, 'zipCode'>;

const counted = (count: number, one: string) =>
  `${count === 0 ? 'No' : count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

/** Returns the day of an instant for the viewer, with the year if it is not the current one. */
function dayOf(instant: string, now: Date): string {
  const day = new Date(instant);
  const isThisYear = day.getFullYear() === now.getFullYear();
  return day.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const shareOf = (count: number, total: number) => `${Math.round((100 * count) / total)}%`;

/** The parts of a ZIP's line: narrow lists show `short` alone. */
type FiguresText = { short: string; contacts: string; delivered: string };

/** Returns a ZIP's line. Without a delivery nothing is known about closings there, so it has no count. */
export function figuresText(counts: Counts, now: Date): FiguresText {
  const { closings7, closings30, agents, withEmail, withMobile, lastReceivedAt } = counts;
  if (lastReceivedAt === null) return { short: 'No closings known yet', contacts: '', delivered: '' };
  const delivered = ` · last delivered ${dayOf(lastReceivedAt, now)}`;
  if (agents === 0) return { short: `No closings in 30 days${delivered}`, contacts: '', delivered: '' };
  return {
    short: `${counted(closings7, 'closing')} in 7 days · ${closings30.toLocaleString('en-US')} in 30 · ${shareOf(withEmail, agents)} with email`,
    contacts: ` · ${shareOf(withMobile, agents)} with mobile · ${counted(agents, 'agent')} in 30 days`,
    delivered,
  };
}

/** Returns the order's total, and how many of its ZIPs have no delivery to count. */
export function orderFiguresText(zips: readonly Counts[]): { total: string; unknown: string } {
  const known = zips.filter(({ lastReceivedAt }) => lastReceivedAt !== null);
  const unknown = zips.length - known.length;
  const closings = known.reduce((sum, { closings7 }) => sum + closings7, 0);
  return {
    total: known.length === 0 ? 'No closings known yet' : `${counted(closings, 'closing')} in 7 days`,
    unknown:
      known.length === 0 || unknown === 0
        ? ''
        : `${unknown.toLocaleString('en-US')} of ${zips.length.toLocaleString('en-US')} ZIP codes without known closings yet`,
  };
}
