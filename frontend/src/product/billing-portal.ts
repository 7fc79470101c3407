import { ApiError } from '../lib/api-error.ts';
import { useAction } from '../lib/use-action.ts';
import { client } from './api.ts';

const missingUrl = 'No portal URL returned';
const failed = { title: 'Error', fallback: 'Failed to open subscription management' };

/** Opens the billing portal in a new tab. The tab opens at once, because browsers block later popups. */
export function useBillingPortal() {
  return useAction({
    mutationFn: async () => {
      const tab = window.open('', '_blank');
      try {
        const url = (await client.billing.openPortal())?.url;
        if (!url) throw new ApiError(502, missingUrl, { message: missingUrl });
        if (tab) tab.location.href = url;
        else window.location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    failed,
  });
}
