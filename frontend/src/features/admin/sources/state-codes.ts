import { states } from '@closingwire/contracts/reference';

/** The states of a license by code; closings in the capital have a state, too. */
export const statesOfLicenses: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...states, DC: 'District of Columbia' }).toSorted(([, one], [, other]) =>
    one.localeCompare(other),
  ),
);

/** Returns the codes of states in a text such as "WA, or", each once. */
export const stateCodesIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** Returns the text of the codes after a state is chosen or no longer chosen. */
export const withState = (codes: readonly string[], code: string, isChosen: boolean): string =>
  [...codes.filter(other => other !== code), ...(isChosen ? [code] : [])].join(', ');
