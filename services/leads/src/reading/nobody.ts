/*
 * Sources write placeholders when there is no agent, no address and no number. They look like known values, but nobody
 * can be reached by them.
 */

const signs = /[\s\p{P}\p{S}]+/gu;

const nobody = new RegExp(
  `^(?:${[
    'non(?: ?| [a-z]+ )(?:mls|members?|subscribers?|realtors?|participa(?:nts?|ting))(?: .*)?',
    'not an? (?:[a-z]+ )?member',
    'out of (?:area|town|state|mls)(?: (?:agent|broker|mls))?',
    '(?:for sale by )?owner(?: .*)?|fsbo',
    'unrepresented(?: (?:buyer|seller))?',
    '(?:unknown|no|none|other|default) (?:[a-z]+ )?(?:agent|broker|member|licensee|realtor|representation)',
    'see remarks',
  ].join('|')})$`,
);

/** The beginnings of these names: most names are known by their first letters. */
const beginning = /^[^a-z0-9]*(?:no|out|owner|for|fsbo|un|other|default|see)/i;

/** Whether a name says that the sale had no agent, or none of the source: `Non Member`, `Out of Area`, `Owner`. */
export const isNobody = (name: string): boolean =>
  beginning.test(name) && nobody.test(name.replace(signs, ' ').trim().toLowerCase());

const noMailbox =
  /^(?:none|null|tbd|nobody|noone|unknown|declined|refused|(?:no|not)[._-]?(?:e?-?mail|address|available|given|provided))@|^(?:no|na|test|email)@(?:no|na|none|test|e?mail|noe?mail)\./i;

/** Whether an address is a placeholder, such as `noemail@example.com`. */
export const isNoMailbox = (email: string): boolean => noMailbox.test(email);

/** Whether a number has one digit alone, such as 555-555-5555. */
export const isNoNumber = (text: string): boolean => /^\D*(?:1\D*)?(\d)(?:\D{0,3}\1){6,9}\D*$/.test(text);
