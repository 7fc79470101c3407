import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { useChanged, useStopReading } from './queries.ts';

type Agent = Pick<TodayAgent, 'agentId' | 'fullName'>;

const failed = { title: 'Not saved', fallback: 'The watch could not be saved. Please try again.' };

function useWatchAgain(agentId: string) {
  const changed = useChanged();
  return useAction({
    mutationFn: () => client.leads.watchAgent({ agentId }),
    onSuccess: () => changed(false),
    failed,
  });
}

/** Watches an agent, or no longer; the toast undoes the end of a watch. Today shows it at once. */
export function useWatch({ agentId, fullName }: Agent) {
  const queryClient = useQueryClient();
  const changed = useChanged();
  const stopReading = useStopReading();
  const again = useWatchAgain(agentId);
  return useAction({
    mutationFn: (isWatched: boolean) =>
      isWatched ? client.leads.watchAgent({ agentId }) : client.leads.unwatchAgent({ agentId }),
    onMutate: async isWatched => {
      await stopReading();
      queryClient.setQueriesData<TodayReply>(
        { queryKey: api.leads.today.key() },
        reply =>
          reply && {
            ...reply,
            agents: reply.agents.map(agent => (agent.agentId === agentId ? { ...agent, isWatched } : agent)),
          },
      );
    },
    onSettled: () => changed(false),
    succeeded: ({ isWatched }) =>
      isWatched
        ? {
            title: `You watch ${fullName}`,
            description: 'An email tells you of the next closing in your ZIP codes.',
          }
        : {
            title: `You no longer watch ${fullName}`,
            action: { label: 'Undo', onPress: () => again.mutate() },
          },
    failed,
  });
}
