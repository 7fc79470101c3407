import { leadField } from '@closingwire/contracts/lead-fields';
import { type DateOrder, type Evidence, orderOf } from './day.ts';
import type { SourceRow } from './rows.ts';

const dayFields = [leadField.soldDate, leadField.listedDate];

/** A day that shows an order, and where it is. */
export type ShownDay = { line: number; text: string };
type Shown = Partial<Record<Evidence['order'], ShownDay>>;

const orderBy = (shown: Shown): DateOrder | undefined => {
  if (shown['month-first'] && shown['day-first']) return 'mixed';
  return shown['day-first'] ? 'day-first' : shown['month-first'] && 'month-first';
};

const place = ({ line, text }: ShownDay) => `'${text}' in line ${line}`;

const LEADING = '\\s*(?:[a-z][a-z.,: ]*)?';
const CENTURY = '(?:19|20)';
const AFTER_MONTHS = '(?:1[3-9]|[23]\\d)';
/** Match the beginnings of days that may prove the other order. Far quicker than reading the day. */
const mayContradict = {
  'month-first': new RegExp(`^${LEADING}${AFTER_MONTHS}(?: ?[-/.]|\\d{2}${CENTURY}\\d{2}\\s*$)`, 'i'),
  'day-first': new RegExp(
    `^${LEADING}\\d{1,2}(?: ?[-/.] ?${AFTER_MONTHS} ?[-/.]|${AFTER_MONTHS}${CENTURY}\\d{2}\\s*$)`,
    'i',
  ),
};

/** Collects what the days of a file show about the order of day and month. The order of the rows does not matter. */
export function orderProof(latest: string) {
  const proofs: Shown = {};
  const likely: Shown = {};
  let hasNumericDays = false;

  /** Notes what the days of a row show. Returns whether the reading of one of them depends on the order. */
  function look({ line, lead }: SourceRow): boolean {
    let depends = false;
    for (const field of dayFields) {
      const text = lead?.(field);
      if (typeof text !== 'string' || text.charCodeAt(4) === 45) continue;
      const evidence = orderOf(text.trim(), latest);
      if (!evidence) continue;
      hasNumericDays = true;
      const isProof = evidence !== 'open' && evidence.isProof;
      depends ||= !isProof;
      if (evidence !== 'open') (isProof ? proofs : likely)[evidence.order] ??= { line, text };
    }
    return depends;
  }

  return {
    look,
    /** Notes only proofs of the other order: for rows behind those that decided. */
    lookForOther(row: SourceRow, order: Evidence['order']): void {
      const isSuspect = dayFields.some(field => {
        const text = row.lead?.(field);
        return typeof text === 'string' && mayContradict[order].test(text);
      });
      if (isSuspect) look(row);
    },
    /** The order that days with a part above 12 prove; `mixed` if they prove both. */
    get proven(): DateOrder | undefined {
      return orderBy(proofs);
    },
    /** The proven order, else the likely one; undefined if no day shows one. */
    get order(): DateOrder | undefined {
      return orderBy(proofs) ?? orderBy(likely);
    },
    /** The first day that shows this order. */
    shownBy: (order: Evidence['order']): ShownDay | undefined =>
      proofs[order] ?? (orderBy(proofs) ? undefined : likely[order]),
    /** Names the first days that show each order. */
    get bothOrders(): string {
      const { 'month-first': month, 'day-first': day } = orderBy(proofs) ? proofs : likely;
      const parts = [
        month && `${place(month)} has the month first`,
        day && `${place(day)} has the day first`,
      ];
      return parts.filter(Boolean).join(', ');
    },
    /** A day such as 3/9/2026 occurs, or one that shows an order. */
    get hasNumericDays() {
      return hasNumericDays;
    },
  };
}
