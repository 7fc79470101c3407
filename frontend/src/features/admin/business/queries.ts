import type { BusinessFigure } from '@closingwire/contracts/business';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';

export const PAGE_SIZE = 25;

export const useBusiness = () => useQuery(api.billing.readBusiness.queryOptions({ staleTime: 0 }));

type Asked = { figure: BusinessFigure; state: string; industry: string; page: number };

export const useBusinessRows = ({ figure, state, industry, page }: Asked) =>
  useQuery(
    api.billing.businessRows.queryOptions({
      input: { figure, page, limit: PAGE_SIZE, ...(state && { state }), ...(industry && { industry }) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

/** Rows that sources delivered in the last 30 days. */
export const useRowsReceived = () =>
  useQuery(
    api.leads.leadStatistics.queryOptions({
      input: { days: 30 },
      staleTime: 0,
      select: ({ days }) => days.reduce((sum, { received }) => sum + received, 0),
    }),
  );

/** Emails that were sent, of all that the mail log keeps. */
export const useMailsSent = () =>
  useQuery(
    api.notifications.listMails.queryOptions({
      input: { state: 'sent', page: 1, limit: 1 },
      staleTime: 0,
      select: ({ total }) => total,
    }),
  );
