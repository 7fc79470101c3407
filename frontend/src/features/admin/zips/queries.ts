import type { newZip } from '@closingwire/contracts/catalog';
import { countingAs } from '@closingwire/contracts/reference';
import type { AdminZip } from '@closingwire/contracts/screen-api';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { assignedText, zipCopy } from './copy.ts';

export const PAGE_SIZE = 25;
export const LEADS_PAGE_SIZE = 20;
export const OFFERED_USERS = 20;

type ZipPage = { zipCodes: AdminZip[]; total?: number | undefined; available?: number | undefined };
type ImportRow = Parameters<typeof client.catalog.importZips>[0]['zipCodes'][number];

/** A page of the catalog, and the number of available matches. */
export const useZips = ({ q, page }: { q: string; page: number }) =>
  useQuery(
    api.catalog.listAllZips.queryOptions({
      input: { page, limit: PAGE_SIZE, ...(q && { search: q }) },
      placeholderData: keepPreviousData<ZipPage>,
      staleTime: 0,
    }),
  );

const zipPages = { queryKey: api.catalog.listAllZips.key() };

/** A search may now find other ZIPs. */
export const refreshZips = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries(zipPages);

type ZipChange = Partial<Pick<AdminZip, 'price' | 'isAvailable' | 'scrapeActive'>>;

/** Changes a ZIP on every cached page, and the count of available ones. */
function changeZip(queryClient: QueryClient, id: string, change: ZipChange): void {
  queryClient.setQueriesData<ZipPage>(zipPages, page => {
    const before = page?.zipCodes.find(zip => zip.id === id);
    if (!page || !before) return page;
    const after = { ...before, ...change };
    return {
      ...page,
      ...(page.available !== undefined && {
        available: page.available + Number(after.isAvailable) - Number(before.isAvailable),
      }),
      zipCodes: page.zipCodes.map(zip => (zip.id === id ? after : zip)),
    };
  });
}

export type ZipSwitchField = 'isAvailable' | 'scrapeActive';

const switches = {
  isAvailable: {
    save: (id: string, isAvailable: boolean) => client.catalog.setAvailability({ id, isAvailable }),
    copy: zipCopy.availability,
    outcome: (zipCode: string, isOn: boolean) => `${zipCode} is ${isOn ? 'available' : 'not available'}.`,
  },
  scrapeActive: {
    save: (id: string, scrapeActive: boolean) => client.catalog.setScrapeActive({ id, scrapeActive }),
    copy: zipCopy.scrapeActive,
    outcome: (zipCode: string, isOn: boolean) => `${zipCode} is ${isOn ? '' : 'not '}refreshed daily.`,
  },
};

/** Flips a switch optimistically. */
export function useSetSwitch({ id, zipCode }: AdminZip, field: ZipSwitchField) {
  const queryClient = useQueryClient();
  const { save, copy, outcome } = switches[field];
  return useAction({
    mutationFn: (isOn: boolean) => save(id, isOn),
    onMutate: async isOn => {
      await queryClient.cancelQueries(zipPages);
      changeZip(queryClient, id, { [field]: isOn });
    },
    onSuccess: (zip, isOn) => changeZip(queryClient, id, { [field]: zip?.[field] ?? isOn }),
    onError: (_error, isOn) => changeZip(queryClient, id, { [field]: !isOn }),
    succeeded: (zip, isOn) => ({ title: copy.done, description: outcome(zipCode, zip?.[field] ?? isOn) }),
    failed: { title: copy.failed, fallback: '' },
  });
}

/** Inserts missing ZIPs; repeating it is safe. */
export const importZips = (rows: ImportRow[]) => client.catalog.importZips({ zipCodes: rows });

/** One call has the whole file, so that a repeated ZIP counts once. Returns what the import would do. */
export const checkImport = (rows: ImportRow[]) => client.catalog.importZips({ zipCodes: rows, dryRun: true });

/** A change that refetches the catalog. */
function useZipChange<Input, Outcome>(
  call: (input: Input) => Promise<Outcome>,
  { done, failed }: { done: string; failed: string },
  describe: (input: Input, outcome: Outcome) => string | undefined,
) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: call,
    onSuccess: () => refreshZips(queryClient),
    succeeded: (outcome, input) => ({ title: done, description: describe(input, outcome) }),
    failed: { title: failed, fallback: '' },
  });
}

export const useCreateZip = () =>
  useZipChange(
    (zip: z.input<typeof newZip>) => client.catalog.createZip(zip),
    zipCopy.created,
    ({ zipCode, city, state }) => `${zipCode}, ${city}, ${state.toUpperCase()}`,
  );

export const useSetPriceNote = ({ id, zipCode }: AdminZip) =>
  useZipChange(
    (price: number) => client.catalog.setPrice({ id, price }),
    zipCopy.price,
    price => `The note on ${zipCode} is $${price}.`,
  );

export function useAssignZip() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (claim: { userId: string; zipCodeId: string }) => client.catalog.assignZip(claim),
    onSuccess: () => refreshZips(queryClient),
    succeeded: assignedText,
    failed: { title: zipCopy.assigned.failed, fallback: '' },
  });
}

/** Reads what billing would do if the ZIP were taken from its user; null without a subscription to it. */
export const useRemoval = ({ userId, zipCode }: { userId: string; zipCode: string }) =>
  useQuery(
    api.billing.customerMoney.queryOptions({
      input: { userId },
      staleTime: 0,
      select: ({ zips }) =>
        zips.find(zip => zip.zipCode === zipCode && zip.cancelledAt === null)?.removal ?? null,
    }),
  );

/** Takes a ZIP from a user, by the ids that the customer page also knows. */
export function useUnassignZip() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (claim: { userId: string; zipCodeId: string }) => client.catalog.unassignZip(claim),
    onSuccess: () => refreshZips(queryClient),
    succeeded: {
      title: zipCopy.unassigned.done,
      description: 'The list closes and billing follows within seconds.',
    },
    failed: { title: zipCopy.unassigned.failed, fallback: 'Please try again' },
  });
}

/** Active users of an industry without a claim on the ZIP. */
export const useFreeUsers = ({ occupiedIndustries }: AdminZip, q: string) =>
  useQuery(
    api.auth.searchUsers.queryOptions({
      input: {
        q,
        status: 'active',
        withoutIndustries: ['', ...occupiedIndustries.flatMap(countingAs)],
        limit: OFFERED_USERS,
      },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );

/** All closings of a ZIP, newest first. */
export const useLeads = ({ id }: AdminZip, { q, page }: { q: string; page: number }) =>
  useQuery(
    api.leads.listLeadsOfZip.queryOptions({
      input: { id, page, limit: LEADS_PAGE_SIZE, ...(q && { search: q }) },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
