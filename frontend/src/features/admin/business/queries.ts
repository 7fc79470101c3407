import type { BusinessFigure } from '@closingwire/contracts/business';
import type { SettingKey } from '@closingwire/contracts/content';
import type { signupIndustries } from '@closingwire/contracts/reference';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { descriptions } from '../settings/copy.ts';
import { rowsByMonth } from './months.ts';

export type SignupIndustry = (typeof signupIndustries)[number];

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

export const useSoldOut = () => useQuery(api.catalog.readSoldOut.queryOptions({ staleTime: 0 }));

type AskedZips = { state: string; industry: SignupIndustry | null; page: number };

/** The ZIPs that an industry has taken; without one, those that all have. */
export const useTakenZips = ({ state, industry, page }: AskedZips) =>
  useQuery(
    api.catalog.takenZips.queryOptions({
      input: { page, limit: PAGE_SIZE, ...(state && { state }), ...(industry && { industry }) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

/** Leads keeps deliveries for 90 days. */
const DAYS_KEPT = 90;

/** Rows that sources delivered, by month. */
export const useRowsByMonth = () =>
  useQuery(
    api.leads.leadStatistics.queryOptions({
      input: { days: DAYS_KEPT },
      staleTime: 0,
      select: ({ days }) => rowsByMonth(days),
    }),
  );

export const useMailsByMonth = () => useQuery(api.notifications.mailsByMonth.queryOptions({ staleTime: 0 }));

const settingsQuery = api.content.listSettings.queryOptions({ staleTime: 0 });

export type CostKey = Extract<SettingKey, 'cost_of_1000_emails' | 'cost_of_1000_rows'>;

/** Reads the cost of a thousand emails or rows, in USD; 0 if it is not known. */
export const useCostPerThousand = (key: CostKey) =>
  useQuery({
    ...settingsQuery,
    select: ({ settings }) => Number(settings.find(setting => setting.key === key)?.value ?? 0),
  });

export function usePutCost(key: CostKey) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (value: string) => client.content.putSetting({ key, value, description: descriptions[key] }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    succeeded: { title: 'Cost saved' },
    failed: { title: 'The cost could not be saved', fallback: 'Please try again' },
  });
}
