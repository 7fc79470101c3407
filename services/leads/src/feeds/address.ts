import { isUnknown } from '../reading/text.ts';
import type { ResoRow } from './reso-fields.ts';

/** Returns the text of a value, '' if it is unknown. */
export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return isUnknown(text) ? '' : text;
}

/** A street may be named Nat, which reads as unknown elsewhere. */
function partOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : textOf(value);
  return /[\p{L}\p{N}]/u.test(text) && !/^(?:n\/?a|none|null|unknown)$/i.test(text) ? text : '';
}

const streetParts = ['StreetNumber', 'StreetDirPrefix', 'StreetName', 'StreetSuffix', 'StreetDirSuffix'];

/** The end of a line that names a unit, such as `Unit 4`, `Apt. 4B` or `#4`. */
const unit = /[\s,]+(?:(?:unit|apt|apartment|suite|ste)\b\.?\s*#?|#)\s*([\w-]{1,10})$/i;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Cuts the city, the state and the ZIP code off a line: `12 Oak St, Kent, WA 98030` → `12 Oak St`. */
function withoutPlace(line: string, row: ResoRow): string {
  const city = [textOf(row.City), textOf(row.PostalCity)].find(
    each => each !== '' && line.toLowerCase().includes(`, ${each.toLowerCase()}`),
  );
  const atCity = city
    ? line.replace(new RegExp(`,\\s*${escaped(city)}\\b[^,]*(?:,[^,]*){0,2}$`, 'i'), '')
    : line;
  return atCity.replace(/[\s,]+[A-Z]{2}\s+\d{5}(?:-\d{4})?$/, '').trim();
}

/** Returns the street and the unit, from `UnparsedAddress` or else from its parts. A field without text is null. */
export function addressOf(row: ResoRow): { address1: string | null; address2: string | null } {
  const unitNumber = textOf(row.UnitNumber);
  const unparsed = withoutPlace(textOf(row.UnparsedAddress), row);
  const parts = streetParts.map(part => partOf(row[part])).filter(part => part !== '');
  const line = unparsed || (partOf(row.StreetName) ? parts.join(' ') : '');
  const [end = '', inLine = ''] = unit.exec(line) ?? [];
  const isStreet = line.length > end.length;
  const street = isStreet ? line.slice(0, line.length - end.length) : line;
  return { address1: street || null, address2: unitNumber || (isStreet ? inLine : '') || null };
}
