import { AppError } from '@closingwire/chassis/app-error';
import { leadField } from '@closingwire/contracts/lead-fields';
import { type DateOrder, orderOf } from './day.ts';
import type { SourceRow } from './rows.ts';

const dayFields = [leadField.soldDate, leadField.listedDate];

type Proof = { line: number; text: string };

const mixed = (month: Proof, day: Proof) =>
  new AppError(
    'invalid',
    'mixed_dates',
    `Expected one order of day and month; got '${month.text}' in line ${month.line} and '${day.text}' in line ${day.line}`,
  );

/** Collects what the days of a file prove about the order of day and month. */
export function orderProof(latest: string) {
  let monthFirst: Proof | undefined;
  let dayFirst: Proof | undefined;
  let hasOpenDays = false;

  return {
    /** Notes what the days of a row prove. Returns whether it has a day that is possible in both orders. */
    look({ line, lead }: SourceRow): boolean {
      let isOpen = false;
      for (const field of dayFields) {
        const text = lead?.(field);
        if (typeof text !== 'string' || text.charCodeAt(4) === 45) continue;
        const proof = orderOf(text.trim(), latest);
        if (proof === 'month-first') monthFirst ??= { line, text };
        if (proof === 'day-first') dayFirst ??= { line, text };
        isOpen ||= proof === 'open';
      }
      hasOpenDays ||= isOpen;
      return isOpen;
    },
    /** Returns the proven order, undefined without a proof. Throws if there are proofs of both. */
    order(): DateOrder | undefined {
      if (monthFirst && dayFirst) throw mixed(monthFirst, dayFirst);
      if (dayFirst) return 'day-first';
      return monthFirst && 'month-first';
    },
    /** The first day that can only be read day first. */
    get dayFirst() {
      return dayFirst;
    },
    get hasOpenDays() {
      return hasOpenDays;
    },
  };
}
