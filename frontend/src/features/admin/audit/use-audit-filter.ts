import { type AuditAction, auditActions } from '@closingwire/contracts/audit';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';

export const actions = Object.keys(auditActions) as AuditAction[];

const parsers = {
  who: parseAsString.withDefault(''),
  action: parseAsStringLiteral(actions),
  ip: parseAsString.withDefault(''),
  from: parseAsString,
  to: parseAsString,
  page: pageParser,
};

const nothing = { who: null, action: null, ip: null, from: null, to: null, page: null };

/** The search of the audit log, in the URL. A change returns to page 1. */
export function useAuditFilter() {
  const [kept, setKept] = useQueryStates(parsers);
  const { who, action, ip, from, to } = kept;
  return {
    who,
    action,
    ip,
    from,
    to,
    page: kept.page,
    isEmpty: !who && !action && !ip && !from && !to,
    change: (change: Partial<Omit<AuditFilter, 'page'>>) => void setKept({ ...change, page: null }),
    goTo: (page: number) => void setKept({ page: page === 1 ? null : page }),
    clear: () => void setKept(nothing),
  };
}

export type AuditFilter = {
  who: string;
  action: AuditAction | null;
  ip: string;
  from: string | null;
  to: string | null;
  page: number;
};
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
