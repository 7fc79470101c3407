import { z } from 'zod';
import { deliveryLimits } from './ingestion.ts';
import { type Closing, closing } from './lead.ts';
import { type Field, jsonName, type Kind, leadFields } from './lead-fields.ts';

// The description of `POST /api/v1/leads`; a test sends its examples.

/** How each kind of value may be written, in words for the one who sends it. */
const forms: Record<Kind, string> = {
  text: '',
  email: '',
  phone: '7 to 20 digits; US numbers in any spelling',
  url: 'http or https; without a scheme it gets https',
  state: 'two letters such as CA, or the name; DC counts',
  zip: 'five digits; the four of ZIP+4 are cut off',
  day: 'YYYY-MM-DD, an instant, or M/D/YYYY',
  number: 'a number, or text such as "1,800"',
  price:
    'a number, or text such as "$640,000"; missing, 0, "N/A", "Undisclosed" and the like mean that it is not disclosed',
  type: '',
};

const isNumeric = ({ kind }: Field) => kind === 'number' || kind === 'price';

/** Kinds whose form sets how long they are. */
const briefKinds: ReadonlySet<Kind> = new Set(['state', 'zip', 'day']);

/** What stands in a field: its meaning, its form and its limit. */
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

/** A lead in JSON. Other members are ignored. */
const lead = z.looseObject({
  ...schemasOf(agentFields),
  property: z.looseObject(schemasOf(saleFields)).describe('The sale'),
});

/** One lead with every field. */
export const leadExample = { ...examplesOf(agentFields), property: examplesOf(saleFields) };

/** The same as the API shows it. */
export const closingExample = (): Closing =>
  closing.parse({ id: '019a0000-0000-7000-8000-000000000001', ...leadExample, searchCompleted: true });

const csvExample = [
  leadFields.map(({ column }) => column).join(','),
  leadFields.map(({ example }) => (String(example).includes(',') ? `"${example}"` : example)).join(','),
  '',
].join('\r\n');

/** What a delivery may be, by Content-Type: its schema, and an example as it is sent. */
export const deliveryBodies = {
  'application/json': {
    schema: z
      .array(lead)
      .describe(
        `At most ${deliveryLimits.jsonBytes} bytes in all; an object with these under \`leads\` will do too`,
      ),
    example: [leadExample],
  },
  'application/x-ndjson': {
    schema: z.string().describe(`One lead a line, as JSON has it; a stream of any length`),
    example: `${JSON.stringify(leadExample)}\n`,
  },
  'text/csv': {
    schema: z
      .string()
      .describe(
        `RFC 4180 with a header line, UTF-8; rows of any number. Columns in any order and spelling (\`sold_date\`, \`Sold Date\`); others are passed over`,
      ),
    example: csvExample,
  },
};

const code = (text: string) => `\`${text}\``;

const fieldTable = [
  '| CSV column | in JSON | required | what it is |',
  '| --- | --- | --- | --- |',
  ...leadFields.map(field => {
    const names = `${code(field.column)} | ${code(jsonName(field))}`;
    return `| ${names} | ${field.required ? 'yes' : ''} | ${describeField(field)} |`;
  }),
].join('\n');

export const deliveryDescription = `Send an ingestion key as bearer. The operator of ClosingWire makes one for you (\`closingwire ingestion-key create you\`); it begins with \`cwi_\`, is shown once, and is another key than the \`cw_\` ones that read leads.

The body is read as it comes. The answer comes when every accepted row is safe; it counts what was accepted and rejected and says for each rejected row why. One bad row does not refuse the others. Accepted rows are in the lists seconds later; then \`GET /api/v1/leads/batches/{batchId}\` says \`done\`.

The same rows may be sent again, in any cut, and change nothing; a later row about the same sale brings it up to date, and a field that it leaves blank stays as it was.

The body is UTF-8. A row that is not, and text with NUL or half of a surrogate pair, is rejected.

A row has at most ${deliveryLimits.rowCharacters} characters. NDJSON and CSV may be of any length; a JSON body has at most ${deliveryLimits.jsonBytes} bytes. A request may take ten minutes; cut longer streams.

${fieldTable}`;
