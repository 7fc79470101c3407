import {
  type DeliveryReport,
  deliveryLimits,
  type Reject,
  type RejectKind,
  repairs,
} from '@closingwire/contracts/ingestion';
import { jsonName, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { type Columns, factsOfColumn } from './columns.ts';
import type { DateOrder } from './day.ts';
import { addExample } from './examples.ts';
import { shown } from './fields.ts';
import type { Form } from './open-rows.ts';
import type { Repaired } from './row-reader.ts';
import type { SourceRow } from './rows.ts';
import { isUnknown } from './text.ts';

const SHOWN = 3;

/** Groups rejects by field and by what was expected. Holds the first of each kind only. */
function kinds() {
  const byReason = new Map<string, RejectKind>();
  return {
    list: () => [...byReason.values()].toSorted((one, other) => other.count - one.count),
    add({ line, field, message }: Reject): void {
      const reject = { line, field, message };
      const [expected = ''] = reject.message.split('; got');
      const key = `${reject.field}\u001f${expected}`;
      const kind = byReason.get(key) ?? { field: reject.field, expected, count: 0, first: [] };
      byReason.set(key, kind);
      kind.count++;
      if (kind.first.length < SHOWN) kind.first.push(reject);
    },
  };
}

type Column = DeliveryReport['columns'][number];

/** Counts the values of each column, and keeps examples. */
function columnFacts() {
  const byIndex: Column[] = [];

  function take(index: number, known: Pick<Column, 'header' | 'field' | 'note'>, value: string): void {
    byIndex[index] ??= { ...known, filled: 0, examples: [] };
    const column = byIndex[index];
    if (value === '' || isUnknown(value)) return;
    column.filled++;
    addExample(column.examples, value);
  }

  return {
    list: () => byIndex,
    add({ cells, lead }: SourceRow, columns: Columns | undefined): void {
      if (cells && columns) {
        for (const [index, header] of columns.headers.entries()) {
          take(index, { header, ...factsOfColumn(columns, index) }, cells[index]?.trim() ?? '');
        }
      } else if (lead) {
        for (const [index, field] of leadFields.entries()) {
          const value = lead(field) ?? '';
          const known = { header: jsonName(field), field: field.column, note: null };
          take(index, known, typeof value === 'string' ? value.trim() : shown(value));
        }
      }
    },
  };
}

/** Collects what is reported about a delivery. With `columns`, also the columns; that costs time. */
export function deliveryReporter({ columns: wantsColumns }: { columns: boolean }) {
  const counts = { accepted: 0, rejected: 0, undisclosedPrices: 0, droppedCells: 0 };
  const rejected = kinds();
  const dropped = kinds();
  const repaired = new Map<string, DeliveryReport['repairs'][number]>();
  const columns = columnFacts();
  const first = { rejects: [] as Reject[], dropped: [] as Reject[] };

  return {
    counts,
    first,
    row(row: SourceRow, of: Columns | undefined): void {
      if (wantsColumns) columns.add(row, of);
    },
    reject(reject: Reject): void {
      counts.rejected++;
      for (const fault of [reject, ...(reject.further ?? [])]) rejected.add({ line: reject.line, ...fault });
      if (first.rejects.length < deliveryLimits.rejectsInReply) first.rejects.push(reject);
    },
    drop(cell: Reject): void {
      counts.droppedCells++;
      dropped.add(cell);
      if (first.dropped.length < deliveryLimits.rejectsInReply) first.dropped.push(cell);
    },
    repaired({ line, field, repair, from }: Repaired): void {
      const key = `${field}\u001f${repair}`;
      const found = repaired.get(key) ?? { field, repair: repairs[repair], count: 0, first: [] };
      repaired.set(key, found);
      found.count++;
      if (found.first.length < SHOWN) found.first.push({ line, from });
    },
    pass({ property }: ReceivedLead): void {
      counts.accepted++;
      if (property.price === null) counts.undisclosedPrices++;
    },
    report: ({ format, table }: Form, dateOrder: DateOrder): DeliveryReport => ({
      format: { ...format, dateOrder },
      notices: table?.notices ?? [],
      blankLines: table?.blankLines ?? 0,
      columns: columns.list(),
      repairs: [...repaired.values()].toSorted((one, other) => other.count - one.count),
      rejected: rejected.list(),
      dropped: dropped.list(),
    }),
  };
}
