import { type AuditAction, auditActions } from '@closingwire/contracts/audit';
import { type inferParserType, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
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

/** The search of the audit log, in the URL. A change returns to page 1. */
export function useAuditFilter() {
  const [kept, setKept] = useQueryStates(parsers);
  const { who, action, ip, from, to } = kept;
  return {
    ...kept,
    isEmpty: !who && !action && !ip && !from && !to,
    change: (change: Partial<Omit<AuditFilter, 'page'>>) => void setKept({ ...change, page: null }),
    goTo: (page: number) => void setKept({ page }),
    clear: () => void setKept(null),
  };
}

export type AuditFilter = inferParserType<typeof parsers>;
export type AuditFilterState = ReturnType<typeof useAuditFilter>;
