import { AppError } from '@closingwire/chassis/app-error';
import { type LeadField, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import { fieldNamed, type Mapping } from './columns.ts';

const columnNames = () => leadFields.map(({ column }) => column).join(', ');

const wrong = (text: string, cause?: unknown) =>
  new AppError(
    'invalid',
    'invalid_mapping',
    `Expected a mapping such as {"Agent": "full_name", "Sold": "sold_date"} or Agent=full_name,Sold=sold_date; ${text}`,
    { cause },
  );

function entriesOf(text: string): [string, unknown][] {
  if (!text.startsWith('{')) {
    return text.split(',').map(pair => {
      const [header = '', field] = pair.split('=').map(side => side.trim());
      return [header, field];
    });
  }
  try {
    return Object.entries(JSON.parse(text));
  } catch (cause) {
    throw wrong('got JSON that is not well-formed', cause);
  }
}

/** Returns a mapping with our columns in place of the fields, as sources and admins write it. */
export const columnsIn = (mapping: Mapping): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(mapping).map(([header, field]) => [header, field && leadField[field].column]),
  );

/** Parses a mapping of headers to columns, `Header=column,…` or a JSON object. A null column is not read. */
export function parseMapping(text: string | undefined): Mapping {
  if (!text) return {};
  const entries = entriesOf(text.trim()).map(([header, column]): [string, LeadField | null] => {
    if (header && column === null) return [header, null];
    const field = fieldNamed(typeof column === 'string' ? column : '');
    if (!header || !field)
      throw wrong(`there is no column ${JSON.stringify(column ?? '')} among ${columnNames()}`);
    return [header, field];
  });
  return Object.fromEntries(entries);
}
