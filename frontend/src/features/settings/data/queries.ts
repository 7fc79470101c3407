import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { client } from '../../../product/api.ts';
import { dropSession } from '../../../product/auth-client.ts';
import { dropDrafts } from '../../../product/drafts.ts';
import { sessionQuery } from '../../../product/session.ts';
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

/** Deletes the account, then does the same as a sign-out. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutationFn: (input: { password: string }) => client.auth.deleteAccount(input),
    onSuccess: () => {
      dropDrafts();
      navigate('/');
      queryClient.setQueryData(sessionQuery.queryKey, null);
      void dropSession();
    },
    succeeded: deletionCopy.succeeded,
  });
}
