import { AppError } from '@closingwire/chassis/app-error';
import { type LeadField, sourceFields } from '@closingwire/contracts/source-lead';
import { columnsOf } from '../domain/csv-columns.ts';

const columnNames = () => sourceFields.map(({ column }) => column).join(', ');

const wrong = (text: string, cause?: unknown) =>
  new AppError(
    'invalid',
    'invalid_mapping',
    `Expected a mapping such as {"Agent": "full_name", "Sold": "sold_date"} or Agent=full_name,Sold=sold_date; ${text}`,
    {
      cause,
    },
  );

function entriesOf(text: string): [string, unknown][] {
  if (!text.startsWith('{')) {
    return text.split(',').map(pair => {
      const [header = '', field] = pair.split('=').map(part => part.trim());
      return [header, field];
    });
  }
  try {
    return Object.entries(JSON.parse(text));
  } catch (cause) {
    throw wrong('got JSON that is not well-formed', cause);
  }
}

/** Reads which header means which column, from `Header=column,…` or a JSON object. */
export function parseMapping(text: string | undefined): Record<string, LeadField> {
  if (!text) return {};
  const entries = entriesOf(text.trim()).map(([header, column]): [string, LeadField] => {
    const [field] = columnsOf([typeof column === 'string' ? column : ''], {});
    if (!header || !field) throw wrong(`there is no column ${JSON.stringify(column ?? '')} among ${columnNames()}`);
    return [header, field];
  });
  return Object.fromEntries(entries);
}
