import type { SettingKey } from '@closingwire/contracts/content';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../lib/notify.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { descriptions, settingsCopy } from './copy.ts';

const settingsQuery = api.content.listSettings.queryOptions({ staleTime: 0 });

export const useSettings = () => useQuery(settingsQuery);

/** Waits before reading the webhook's address again: catalog gets a new one by an event, a moment later. */
const REFETCH_MS = [200, 800, 2_000];

function readTargetAgain(queryClient: QueryClient): void {
  const read = () =>
    void queryClient.invalidateQueries({ queryKey: api.catalog.listWebhookDeliveries.key() });
  for (const waitMs of REFETCH_MS) setTimeout(read, waitMs);
}

/** Stores a setting; null resets it to its default. A boolean is text, too. */
export function usePutSetting(key: SettingKey) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (value: string | null) =>
      value === null
        ? client.content.resetSetting({ key })
        : client.content.putSetting({ key, value, description: descriptions[key] }),
    onSuccess: async (_setting, value) => {
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: api.billing.stripeMode.key() });
      if (key === 'initial_scrape_webhook_url') readTargetAgain(queryClient);
      // The toast appears only after the page shows the new value.
      notify({ title: value === null ? settingsCopy.reset : settingsCopy.updated, tone: 'positive' });
    },
    failed: key === 'STRIPE_TEST_MODE' ? settingsCopy.modeFailed : settingsCopy.failed,
  });
}
