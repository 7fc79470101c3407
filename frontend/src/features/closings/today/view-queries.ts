import type { View } from '@closingwire/contracts/views';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';

/* Apart from the other queries, because only the options, which open on a press, change views. */

function useViewsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: api.leads.listViews.key() });
}

export const usePutView = () =>
  useAction({
    mutationFn: (view: View) => client.leads.putView(view),
    onSuccess: useViewsChanged(),
    succeeded: ({ name }) => ({ title: `View saved: ${name}` }),
    failed: { title: 'View not saved', fallback: 'The view could not be saved. Please try again.' },
  });

/** Makes a view the one that opens Today, or no longer. Reads it first: another device may have changed it since. */
export const useSetStart = () =>
  useAction({
    mutationFn: async ({ id, isStart }: Pick<View, 'id' | 'isStart'>) => {
      const { views } = await client.leads.listViews();
      const view = views.find(each => each.id === id);
      if (!view) throw new Error(`Expected a saved view, got the deleted view ${id}`);
      return client.leads.putView({ ...view, isStart });
    },
    onSettled: useViewsChanged(),
    succeeded: ({ name }) => ({ title: `View saved: ${name}` }),
    failed: { title: 'View not saved', fallback: 'The view could not be saved. Please try again.' },
  });

/** Saves a deleted view again, also as the one of the email with new agents. */
function useRestoreView() {
  const queryClient = useQueryClient();
  const changed = useViewsChanged();
  return useAction({
    mutationFn: async ({ view, wasInDigest }: { view: View; wasInDigest: boolean }) => {
      await client.leads.putView(view);
      if (!wasInDigest) return;
      const { frequency, weekday, localTime, timeZone } = await client.leads.getDigest({});
      if (timeZone === null) return;
      await client.leads.putDigest({ frequency, weekday, localTime, timeZone, viewId: view.id });
    },
    onSettled: () =>
      Promise.all([changed(), queryClient.invalidateQueries({ queryKey: api.leads.getDigest.key() })]),
    failed: { title: 'View not restored', fallback: 'The view could not be restored. Please save it again.' },
  });
}

export function useDeleteView() {
  const queryClient = useQueryClient();
  const changed = useViewsChanged();
  const restore = useRestoreView();
  return useAction({
    mutationFn: ({ id }: View) => client.leads.deleteView({ id }),
    onSuccess: ({ wasInDigest }) =>
      Promise.all([
        changed(),
        wasInDigest && queryClient.invalidateQueries({ queryKey: api.leads.getDigest.key() }),
      ]),
    succeeded: ({ wasInDigest }, view) => ({
      title: `View deleted: ${view.name}`,
      action: { label: 'Undo', onPress: () => restore.mutate({ view, wasInDigest }) },
      ...(wasInDigest && { description: 'The email with new agents covers all your ZIP codes again.' }),
    }),
    failed: { title: 'View not deleted', fallback: 'The view could not be deleted. Please try again.' },
  });
}
