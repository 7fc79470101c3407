import type { HiddenClosings } from '@closingwire/contracts/admin-closings';
import { formatDay } from '../../../lib/dates.ts';
import { lastDayOf } from '../sources/license-end.ts';

const inSentence = new Intl.ListFormat('en-US');

const closings = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? `closing is hidden: ${one}` : `closings are hidden: ${many}`}`;

const licenseText = ({ name, endedAt }: HiddenClosings['sources'][number]) =>
  endedAt === null
    ? `the license of ${name} does not permit lists`
    : `the last day of the license of ${name} was ${formatDay(lastDayOf(endedAt))}`;

/** Says which closings of a ZIP no list shows, and why. */
export function hiddenTexts({
  hiddenByAdmin,
  optedOut,
  retracted,
  unlicensed,
  sources,
}: HiddenClosings): string[] {
  const license = `${inSentence.format(sources.map(licenseText))}.`;
  return [
    unlicensed > 0 && closings(unlicensed, license, license),
    hiddenByAdmin > 0 && closings(hiddenByAdmin, 'an admin hid it.', 'an admin hid them.'),
    optedOut > 0 && closings(optedOut, 'its agent opted out.', 'their agents opted out.'),
    retracted > 0 &&
      closings(
        retracted,
        'its source retracted it, or corrected its agent or ZIP.',
        'their sources retracted them, or corrected their agent or ZIP.',
      ),
  ].filter(text => text !== false);
}
