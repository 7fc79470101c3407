import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../lib/api.ts';
import { sessionCopy } from '../copy.ts';
import { tellFailure, tellSuccess } from '../tell-outcome.ts';

export const sessionsQuery = api.auth.listSessions.queryOptions({ staleTime: 0 });

function useSessionsChange<Input>(
  call: (input: Input) => Promise<unknown>,
  copy: Parameters<typeof tellSuccess>[0] & Parameters<typeof tellFailure>[0],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: async () => {
      tellSuccess(copy);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: tellFailure(copy),
  });
}

export const useEndSession = () =>
  useSessionsChange((sessionId: string) => client.auth.endSession({ sessionId }), sessionCopy.end);

export const useEndOtherSessions = () =>
  useSessionsChange((_: undefined) => client.auth.endOtherSessions(), sessionCopy.endOthers);
