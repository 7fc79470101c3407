import type { DoNotCallAreaCheck, DoNotCallCheck } from '@closingwire/contracts/contacts';
import { areaCodesText, number, numbersText } from './copy.ts';

export const checkCopy = {
  nothingStored: 'Nothing is stored yet.',
  stored: 'This list is stored already',
  storedText: 'Uploading it again changes nothing.',
  smallTitle: 'This is probably not the complete list',
  smallText:
    'An area code of the registry has hundreds of thousands of numbers. A number that the file lacks would read “Not on the do-not-call list”, although it may be on it.',
  store: 'Store the list',
  another: 'Choose another file',
  again: 'Check the file again',
  confirmTitle: 'Store it as the complete list?',
  confirm: 'Store as the complete list',
};

const sumOf = (areas: readonly DoNotCallAreaCheck[], field: 'added' | 'removed') =>
  areas.reduce((sum, area) => sum + area[field], 0);

/** Returns what a checked list would do, in one or two sentences. */
export function effectText({ kind, numbers, areas }: DoNotCallCheck): string {
  const lines = `${number(numbers)} ${numbers === 1 ? 'line' : 'lines'} with a number`;
  const codes = areaCodesText(areas.map(({ areaCode }) => areaCode));
  const change = `It would add ${numbersText(sumOf(areas, 'added'))} and take ${number(sumOf(areas, 'removed'))} off.`;
  const others =
    kind === 'full' ? ' All other numbers of these area codes would read “Not on the do-not-call list”.' : '';
  return `${lines}, ${codes}. ${change}${others}`;
}

const MOST_WARNINGS = 5;

/** Returns a line for each area code whose full list is too small, the first ones by name. */
export function warningLines(areas: readonly DoNotCallAreaCheck[]): string[] {
  const small = areas.filter(({ warning }) => warning !== null);
  const named = small
    .slice(0, MOST_WARNINGS)
    .map(({ areaCode, warning }) => `Area code ${areaCode}: ${warning}`);
  const more = small.length - MOST_WARNINGS;
  return more > 0 ? [...named, `And ${number(more)} more area codes`] : named;
}
