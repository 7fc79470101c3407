import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { client } from './api.ts';
import { messageOf } from './api-error.ts';
import { dropSession } from './auth-client.ts';
import { type Notice, notify } from './notify.ts';
import { sessionQuery } from './session.ts';

/** Ends the session, goes to a page, and shows what there is to say about it. The shell empties the cache. */
export function useSignOut({ to, notice }: { to: string; notice?: Notice }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => client.auth.signOut(),
    onSuccess: () => {
      navigate(to);
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void dropSession();
      if (notice) notify(notice);
    },
    onError: error =>
      notify({
        title: 'Error',
        description: messageOf(error, 'Sign out failed. Please try again.'),
        tone: 'danger',
      }),
  });
}
