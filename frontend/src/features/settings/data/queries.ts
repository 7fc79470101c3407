import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { client } from '../../../product/api.ts';
import { useForgetUser } from '../../../product/use-sign-out.ts';
import { deletionCopy, exportCopy } from '../copy.ts';

export const useExportAccount = () =>
  useAction({
    mutationFn: async () => {
      const facts = await client.auth.exportAccount();
      const json = new Blob([JSON.stringify(facts, null, 2)], { type: 'application/json' });
      saveFile(`closingwire-data-${facts.exportedAt.slice(0, 10)}.json`, json);
    },
    ...exportCopy,
  });

export const useDeleteAccount = () =>
  useAction({
    mutationFn: (input: { password: string }) => client.auth.deleteAccount(input),
    onSuccess: useForgetUser('/'),
    succeeded: deletionCopy.succeeded,
  });
