import { termsVersion } from '@closingwire/contracts/terms';
import { useQueryClient } from '@tanstack/react-query';
import { merged } from '../../lib/merged.ts';
import { useAction } from '../../lib/use-action.ts';
import { client } from '../../product/api.ts';
import { sessionQuery } from '../../product/session.ts';
import { acceptCopy } from './copy.ts';

export function useAcceptTerms() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.auth.acceptTerms({ version: termsVersion }),
    onSuccess: user => {
      const known = queryClient.getQueryData(sessionQuery.queryKey);
      queryClient.setQueryData(sessionQuery.queryKey, known ? merged(known, user) : user);
    },
    ...acceptCopy,
  });
}
