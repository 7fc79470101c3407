import { type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import type { Cell, Columns } from './copy-in.ts';
import type { MergedLead } from './merge.ts';

export type Table = 'agent' | 'closing';

function cellOf({ group, key, kind }: Field): (lead: ReceivedLead) => Cell {
  // Packs of versions without null prices have 0 for an undisclosed price.
  if (kind === 'price') return ({ property }) => property.price || null;
  const read = (values: object) => (values as Record<string, Cell>)[key];
  return group === 'agent' ? read : ({ property }) => read(property);
}

/** Returns the columns of a table that store fields of leads, each with its value. */
const fieldColumns = (table: Field['stored']['table']): Columns<MergedLead> =>
  leadFields
    .filter(({ stored }) => stored.table === table && stored.column !== 'sold_date')
    .map(field => {
      const value = cellOf(field);
      return [field.stored.column, ({ lead }) => value(lead)];
    });

/** Writes an array, null if it is missing. */
const arrayCell = (values: readonly string[] | undefined): Cell =>
  values && `{${values.map(value => `"${value.replace(/["\\]/g, sign => `\\${sign}`)}"`).join(',')}}`;

/** Whether a source gave the agent's place, which the property's place does not replace. */
export const OWN_PLACE = 'has_own_place';

let lastTime: { at: Date; text: string } | undefined;

/** Returns the text of a time. Thousands of rows after one another have the same time. */
function timeText(at: Date): string {
  if (lastTime?.at !== at) lastTime = { at, text: at.toISOString() };
  return lastTime.text;
}

const receivedAtColumn: Columns<MergedLead> = [['received_at', ({ receivedAt }) => timeText(receivedAt)]];

/** The delivery and the source of a row. They are staged only where the rows of a load differ in them. */
export const deliveryColumns: Columns<MergedLead> = [
  ['batch_id', ({ batchId }) => batchId],
  ['source_ids', ({ sourceId }) => (sourceId === undefined ? null : `{${sourceId}}`)],
  ['round', ({ round }) => round],
];

/** Staged only: whether a load may meet stored rows, for `effects.ts`. */
export const knownColumns: Record<Table, Columns<MergedLead>> = {
  agent: [['known', ({ ids }) => (ids.isKnown ? 'maybe' : null)]],
  closing: [['known', ({ storedSale }) => storedSale ?? null]],
};

/** The columns that deliveries fill besides those of the delivery, each with its value. */
export const leadColumns: Record<Table, Columns<MergedLead>> = {
  agent: [
    ['zip', ({ lead }) => lead.property.zip],
    ['id', ({ ids }) => ids.agentId],
    ['identity_id', ({ ids }) => ids.identityId],
    ...receivedAtColumn,
    [OWN_PLACE, ({ lead }) => (lead.hasOwnPlace ? 't' : 'f')],
    ['other_emails', ({ lead }) => arrayCell(lead.otherEmails)],
    ['other_phones', ({ lead }) => arrayCell(lead.otherPhones)],
    ...fieldColumns('agents'),
  ],
  closing: [
    ['id', ({ ids }) => ids.closingId],
    ['sale_id', ({ ids }) => ids.saleId],
    ['agent_id', ({ ids }) => ids.agentId],
    ['sold_date', ({ soldDate }) => soldDate],
    ...receivedAtColumn,
    ['source_type', ({ lead }) => lead.sourceType],
    ['listing_keys', ({ listings }) => (listings.length > 0 ? arrayCell(listings) : null)],
    ...fieldColumns('closings'),
  ],
};

export const keyOf: Record<Table, readonly string[]> = {
  agent: ['zip', 'id'],
  closing: ['zip', 'sold_date', 'id'],
};

/** The columns that are compared to find out whether a row says something new. */
export const comparedColumns = (table: Table): string[] =>
  [...leadColumns[table].map(([name]) => name), 'source_ids'].filter(
    name => !keyOf[table].includes(name) && name !== 'received_at',
  );
