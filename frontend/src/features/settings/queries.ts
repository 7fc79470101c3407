import type { profile } from '@closingwire/contracts/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { client } from '../../lib/api.ts';
import { announce } from '../../lib/auth-events.ts';
import { sessionQuery } from '../../lib/session.ts';
import { preferencesCopy, profileCopy } from './copy.ts';
import { tellFailure, tellSuccess } from './tell-outcome.ts';

export type Profile = z.input<typeof profile>;

type Copy = Parameters<typeof tellSuccess>[0] & Parameters<typeof tellFailure>[0];

/** A change of the own account: the reply is the user as she now is. */
function useAccountChange<Input>(
  call: (input: Input) => ReturnType<typeof client.auth.updateProfile>,
  copy: Copy,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: user => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      announce('USER_UPDATED');
      tellSuccess(copy);
    },
    onError: tellFailure(copy),
  });
}

export const useUpdateProfile = () =>
  useAccountChange((input: Profile) => client.auth.updateProfile(input), profileCopy);

export const useUpdatePreferences = () =>
  useAccountChange(
    (input: { emailNotifications: boolean }) => client.auth.updatePreferences(input),
    preferencesCopy,
  );
