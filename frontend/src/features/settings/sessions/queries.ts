import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { sessionCopy } from '../copy.ts';

export const sessionsQuery = api.auth.listSessions.queryOptions({ staleTime: 0 });

function useSessionsRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const useEndSession = () =>
  useAction({
    mutationFn: (sessionId: string) => client.auth.endSession({ sessionId }),
    onSuccess: useSessionsRefresh(),
    ...sessionCopy.end,
  });

export const useEndOtherSessions = () =>
  useAction({
    mutationFn: () => client.auth.endOtherSessions(),
    onSuccess: useSessionsRefresh(),
    ...sessionCopy.endOthers,
  });
