import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { client } from '../../lib/api.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { dropSession } from '../../lib/auth-client.ts';
import { notify } from '../../lib/notify.ts';
import { sessionQuery } from '../../lib/session.ts';
import { portal, signedOut, signOutFailed } from './copy.ts';

/** Ends the session and goes to the landing page. The shell empties the cache. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => client.auth.signOut(),
    onSuccess: () => {
      navigate('/');
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void dropSession();
      notify({ ...signedOut, tone: 'positive' });
    },
    onError: error =>
      notify({
        title: signOutFailed.title,
        description: messageOf(error, signOutFailed.fallback),
        tone: 'danger',
      }),
  });
}

/** Opens the billing portal in a new tab, which is opened at once so that no blocker stops it. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: async () => {
      const tab = window.open('', '_blank');
      try {
        const { url } = await client.billing.openPortal();
        if (!url) throw new ApiError(502, portal.missingUrl);
        if (tab) tab.location.href = url;
        else window.location.assign(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: error =>
      notify({
        title: portal.failed.title,
        description: messageOf(error, portal.failed.fallback),
        tone: 'danger',
      }),
  });
}
