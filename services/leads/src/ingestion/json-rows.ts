import { isUtf8 } from 'node:buffer';
import { AppError } from '@closingwire/chassis/app-error';
import { deliveryLimits } from '@closingwire/contracts/leads';
import { fromNested, jsonNameOf } from '../domain/raw-lead.ts';
import { FIELD_NAMES_SIZE, type RowSource, type SourceRow } from './source-row.ts';

const tooLarge = () =>
  new AppError(
    'too-large',
    'too_large',
    `A JSON body has at most ${deliveryLimits.jsonBytes} bytes; send more as application/x-ndjson, one lead a line`,
  );

async function readWhole(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > deliveryLimits.jsonBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (!isUtf8(whole)) throw new AppError('invalid', 'invalid_body', 'Expected a body in UTF-8');
  return whole.toString();
}

function leadsIn(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause });
  }
  const leads = typeof parsed === 'object' && parsed !== null && 'leads' in parsed ? parsed.leads : parsed;
  if (Array.isArray(leads)) return leads;
  throw new AppError('invalid', 'invalid_body', 'Expected an array of leads, or an object with `leads`');
}

/** `[…]` or `{ "leads": […] }`; the line of a row is its place in the array, from 1. */
export async function* jsonRows(body: AsyncIterable<Buffer>): RowSource {
  const text = await readWhole(body);
  const leads = leadsIn(text);
  const size = Math.ceil(text.length / Math.max(1, leads.length)) + FIELD_NAMES_SIZE;
  yield leads.map(
    (item, index): SourceRow => ({
      line: index + 1,
      size,
      nameOf: jsonNameOf,
      ...fromNested(item),
    }),
  );
}
