import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { mergeCopy, splitCopy } from './copy.ts';
import { type AgentRow, isMerged, type Merge, rowsText } from './identity.ts';

export const SHORTEST = 3;

/** While a merge runs. */
const MERGING_REFRESH_MS = 1_000;

type Options = { isMerging?: boolean; enabled?: boolean };

/** The agents with a contact. */
export const useIdentities = (contact: string, { isMerging = false, enabled = true }: Options = {}) =>
  useQuery(
    api.leads.findIdentities.queryOptions({
      input: { contact },
      enabled: enabled && contact.length >= SHORTEST,
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: isMerging && MERGING_REFRESH_MS,
    }),
  );

export function useSplit({ id }: AgentIdentity) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (rows: readonly AgentRow[]) =>
      client.leads.splitIdentity({
        identityId: id,
        rows: rows.map(({ zip, agentId }) => ({ zip, agentId })),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.findIdentities.key() }),
    succeeded: (_, rows) => ({
      title: splitCopy.done,
      description: `${rowsText(rows.length)} ${rows.length === 1 ? 'is' : 'are'} another agent now.`,
    }),
    failed: { title: splitCopy.failed, fallback: '' },
  });
}

/** Starts a merge. The page finds the agents again until it has happened. */
export const useMerge = () =>
  useAction({
    mutationFn: ({ into, from }: Merge) => client.leads.mergeIdentities({ identityId: into, from }),
    failed: { title: mergeCopy.failed, fallback: '' },
  });

const LATE_MS = 60_000;

type Running = { merge: Merge; contact: string; isLate: boolean };

/** Finds agents, and finds them again until a merge of them has happened. */
export function useAgents(contact: string) {
  const [started, setStarted] = useState<Running | null>(null);
  // Another search has other agents: the merge goes on without the page.
  const running = started?.contact === contact ? started : null;
  const identities = useIdentities(contact, { isMerging: running !== null && !running.isLate });
  const isDone =
    running !== null && identities.data !== undefined && isMerged(identities.data.identities, running.merge);
  useEffect(() => {
    if (!isDone) return;
    setStarted(null);
    notify({ tone: 'positive', title: mergeCopy.done });
  }, [isDone]);
  const merge = running?.merge;
  useEffect(() => {
    if (!merge) return;
    const timer = setTimeout(() => setStarted({ merge, contact, isLate: true }), LATE_MS);
    return () => clearTimeout(timer);
  }, [merge, contact]);
  return {
    identities,
    running,
    onMerging: (next: Merge) => setStarted({ merge: next, contact, isLate: false }),
  };
}
