import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Notice } from '../lib/notify.ts';
import { useAction } from '../lib/use-action.ts';
import { client } from './api.ts';
import { dropSession } from './auth-client.ts';
import { dropDrafts } from './drafts.ts';
import { sessionQuery } from './session.ts';

/** Returns a function that forgets the user in all tabs and navigates. The shell empties the cache. */
export function useForgetUser(to: string): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    dropDrafts();
    navigate(to);
    queryClient.setQueryData(sessionQuery.queryKey, null);
    void dropSession();
  };
}

export const useSignOut = ({ to, notice }: { to: string; notice?: Notice }) =>
  useAction({
    mutationFn: () => client.auth.signOut(),
    onSuccess: useForgetUser(to),
    succeeded: () => notice,
    failed: { title: 'Error', fallback: 'Sign out failed. Please try again.' },
  });
