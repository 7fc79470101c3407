import { networkAddress } from '@closingwire/contracts/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';
import type { AuditFilter } from './use-audit-filter.ts';

export const PAGE_SIZE = 50;

export const useAudit = ({ who, action, ip, from, to, page }: AuditFilter) =>
  useQuery(
    api.auth.searchAudit.queryOptions({
      input: {
        page,
        limit: PAGE_SIZE,
        ...(who && { who }),
        ...(action && { action }),
        ...(ip && networkAddress.safeParse(ip).success && { ip }),
        ...(from && { from }),
        ...(to && { to }),
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
