import type { HiddenClosings } from '@closingwire/contracts/leads';

const inSentence = new Intl.ListFormat('en-US');

const closings = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? `closing is hidden: ${one}` : `closings are hidden: ${many}`}`;

/** Says which closings of a ZIP no list shows, and why. */
export function hiddenTexts({ optedOut, retracted, unlicensed, sources }: HiddenClosings): string[] {
  const license = `the license of ${inSentence.format(sources)} has ended or does not permit lists.`;
  return [
    unlicensed > 0 && closings(unlicensed, license, license),
    optedOut > 0 && closings(optedOut, 'its agent opted out.', 'their agents opted out.'),
    retracted > 0 && closings(retracted, 'no source reports it anymore.', 'no source reports them anymore.'),
  ].filter(text => text !== false);
}
