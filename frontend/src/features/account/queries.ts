import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { client } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { dropSession } from '../../lib/auth-client.ts';
import { notify } from '../../lib/notify.ts';
import { sessionQuery } from '../../lib/session.ts';
import { signedOut, signOutFailed } from './copy.ts';

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
