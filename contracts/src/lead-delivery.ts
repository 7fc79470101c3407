import { z } from 'zod';
import { deliveryLimits } from './ingestion.ts';
import { type Closing, closing } from './lead.ts';
import { type Field, jsonName, type Kind, leadFields } from './lead-fields.ts';

// The description of `POST /api/v1/leads`. A test sends its examples.

/** How a source may write each kind of value. */
const forms: Record<Kind, string> = {
  text: '',
  email: '',
  phone: '7 to 20 digits; US numbers in any spelling',
  url: 'http or https; without a scheme it gets https',
  state: 'two letters such as CA, or the name; DC too',
  zip: 'five digits; the four of ZIP+4 are cut off',
  day: 'YYYY-MM-DD, an instant, or M/D/YYYY',
  number: 'a number, or text such as "1,800"',
  price:
    'a number, or text such as "$640,000"; missing, 0, "N/A", "Undisclosed" and the like mean not disclosed',
  type: '',
};

const isNumeric = ({ kind }: Field) => kind === 'number' || kind === 'price';

/** Kinds whose form implies their length. */
const briefKinds: ReadonlySet<Kind> = new Set(['state', 'zip', 'day']);

/** Describes a field: meaning, form and limit. */
export function describeField(field: Field): string {
  const { description, kind, max } = field;
  const limit = isNumeric(field) ? `from 0 to ${max}` : `at most ${max} characters`;
  return [description, forms[kind], ...(briefKinds.has(kind) ? [] : [limit])].filter(Boolean).join('; ');
}

function schemaOf(field: Field): z.ZodType {
  const value = isNumeric(field)
    ? z.number().min(0).max(field.max).or(z.string())
    : z.string().max(field.max);
  return (field.required ? value : value.nullish()).describe(describeField(field));
}

const { agent: agentFields = [], property: saleFields = [] } = Object.groupBy(
  leadFields,
  ({ group }) => group,
);

const schemasOf = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map(field => [field.key, schemaOf(field)]));
const examplesOf = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map(field => [field.key, field.example]));

/** A lead in JSON; other members are ignored. */
const lead = z.looseObject({
  ...schemasOf(agentFields),
  property: z.looseObject(schemasOf(saleFields)).describe('The sale'),
});

/** A lead with every field. */
export const leadExample = { ...examplesOf(agentFields), property: examplesOf(saleFields) };

/** The same lead in the API's shape. */
export const closingExample = (): Closing =>
  closing.parse({ id: '019a0000-0000-7000-8000-000000000001', ...leadExample, searchCompleted: true });

const csvExample = [
  leadFields.map(({ column }) => column).join(','),
  leadFields.map(({ example }) => (String(example).includes(',') ? `"${example}"` : example)).join(','),
  '',
].join('\r\n');

/** The permitted bodies by Content-Type, with schema and example. */
export const deliveryBodies = {
  'application/json': {
    schema: z
      .array(lead)
      .describe(
        `An array of leads, or an object with the array under \`leads\`; at most ${deliveryLimits.jsonBytes} bytes`,
      ),
    example: [leadExample],
  },
  'application/x-ndjson': {
    schema: z.string().describe(`One JSON lead per line; a stream of any length`),
    example: `${JSON.stringify(leadExample)}\n`,
  },
  'text/csv': {
    schema: z
      .string()
      .describe(
        `RFC 4180 with a header line, UTF-8; any number of rows. Columns in any order and spelling (\`sold_date\`, \`Sold Date\`); others are ignored`,
      ),
    example: csvExample,
  },
  'application/octet-stream': {
    schema: z.string().describe('Any of these, or a workbook (XLSX), also as gz or zip; the content decides'),
    example: csvExample,
  },
};

const code = (text: string) => `\`${text}\``;

const fieldTable = [
  '| CSV column | in JSON | required | description |',
  '| --- | --- | --- | --- |',
  ...leadFields.map(field => {
    const names = `${code(field.column)} | ${code(jsonName(field))}`;
    return `| ${names} | ${field.required ? 'yes' : ''} | ${describeField(field)} |`;
  }),
].join('\n');

export const deliveryDescription = `Send an ingestion key as bearer. The operator of ClosingWire creates it (\`closingwire ingestion-key create you\`). It begins with \`cwi_\` and is shown once. The \`cw_\` keys, which read leads, do not work here.

The body is read as a stream. The reply comes when every accepted row is queued durably. It counts accepted and rejected rows and gives all faults of each reject; a bad row does not affect the others. Accepted rows are in the lists seconds later; then the state in \`GET /api/v1/leads/batches/{batchId}\` is \`done\`, and its \`effects\` count what is new, changed and the same.

You may send the same rows again, in any cut: they change nothing. A later row about the same sale updates it; a blank field changes nothing.

The body is UTF-8. A row that is not UTF-8, or contains NUL or half of a surrogate pair, is rejected.

A row has at most ${deliveryLimits.rowCharacters} characters. NDJSON and CSV may be of any length; a JSON body has at most ${deliveryLimits.jsonBytes} bytes. A request may take ten minutes; split longer streams.

${fieldTable}`;
