import type { TodayAgent } from '@closingwire/contracts/today';
import { useAction } from '../../../lib/use-action.ts';
import { client } from '../../../product/api.ts';
import { useChanged } from './queries.ts';

/* Apart from the other queries, because the first screen changes no watch. */

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

/** Watches an agent, or no longer; the toast undoes the end of a watch. */
export function useWatch({ agentId, fullName }: Agent) {
  const changed = useChanged();
  const again = useWatchAgain(agentId);
  return useAction({
    mutationFn: (isWatched: boolean) =>
      isWatched ? client.leads.watchAgent({ agentId }) : client.leads.unwatchAgent({ agentId }),
    onSuccess: () => changed(false),
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
