import type { WebhookDelivery, WebhookTarget } from '@closingwire/contracts/catalog';
import type { LoggedMail } from '@closingwire/contracts/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../../lib/use-action.ts';
import { api, client } from '../../../../product/api.ts';

export const PAGE_SIZE = 25;

/** Polling interval while an entry is in progress. */
const WATCH_MS = 3_000;

export type DeliveryState = WebhookDelivery['state'];
export type MailState = LoggedMail['state'];

export const useDeliveries = (page: number, state: DeliveryState | null) =>
  useQuery(
    api.catalog.listWebhookDeliveries.queryOptions({
      input: { page, limit: PAGE_SIZE, ...(state && { state }) },
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.deliveries.some(({ state }) => state === 'pending') && WATCH_MS,
    }),
  );

/** The current address of the webhook; undefined while unknown. */
export const useWebhookTarget = (): WebhookTarget | undefined =>
  useQuery(
    api.catalog.listWebhookDeliveries.queryOptions({
      input: { page: 1, limit: PAGE_SIZE },
      staleTime: 0,
      select: ({ target }) => target,
    }),
  ).data;

export const useDelivery = (id: string) =>
  useQuery(api.catalog.webhookDelivery.queryOptions({ input: { id }, staleTime: 0 }));

type AskedMails = { page: number; search: string; state: MailState | null; month: string };

/** Mails by address, state and month; the month is its first day, empty for all. */
export const useMails = ({ page, search, state, month }: AskedMails) =>
  useQuery(
    api.notifications.listMails.queryOptions({
      input: {
        page,
        limit: PAGE_SIZE,
        ...(search && { search }),
        ...(state && { state }),
        ...(month && { month }),
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.mails.some(({ state }) => state === 'waiting' || state === 'sending') && WATCH_MS,
    }),
  );

export function useReplayDelivery() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (id: string) => client.catalog.replayWebhookDelivery({ id }),
    succeeded: { title: 'Webhook sent again' },
    failed: { title: 'Error', fallback: 'Failed to send the webhook' },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: api.catalog.webhookDelivery.key() });
      return queryClient.invalidateQueries({ queryKey: api.catalog.listWebhookDeliveries.key() });
    },
  });
}

export function useReplayMail() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (id: string) => client.notifications.replayMail({ id }),
    succeeded: { title: 'Mail is on its way again' },
    failed: { title: 'Error', fallback: 'Failed to send the mail' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.notifications.listMails.key() }),
  });
}
