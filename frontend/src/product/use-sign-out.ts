import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Notice } from '../lib/notify.ts';
import { useAction } from '../lib/use-action.ts';
import { client } from './api.ts';
import { dropSession } from './auth-client.ts';
import { dropDrafts } from './drafts.ts';
import { sessionQuery } from './session.ts';

/** Ends the session, navigates, and shows the notice. The shell empties the cache. */
export function useSignOut({ to, notice }: { to: string; notice?: Notice }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutationFn: () => client.auth.signOut(),
    onSuccess: () => {
      dropDrafts();
      navigate(to);
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void dropSession();
    },
    succeeded: () => notice,
    failed: { title: 'Error', fallback: 'Sign out failed. Please try again.' },
  });
}
