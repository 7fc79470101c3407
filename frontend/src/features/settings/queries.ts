import type { ChangedUser, User } from '@closingwire/contracts/screen-api';
import type { profile } from '@closingwire/contracts/user';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { merged } from '../../lib/merged.ts';
import { useAction } from '../../lib/use-action.ts';
import { client } from '../../product/api.ts';
import { publishAuthEvent } from '../../product/auth-events.ts';
import { sessionQuery } from '../../product/session.ts';
import { preferencesCopy, profileCopy } from './copy.ts';

export type Profile = z.input<typeof profile> & {
  currentPassword?: string | undefined;
  nonce?: string | undefined;
};

/** Changes the account. Stores the user in the reply; without one, reads the user again. */
function useAccountChange<Input>(
  call: (input: Input) => Promise<ChangedUser | null>,
  outcome: Pick<Parameters<typeof useAction<ChangedUser | null, Input>>[0], 'succeeded' | 'failed'>,
) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: call,
    onSuccess: user => {
      const known = queryClient.getQueryData(sessionQuery.queryKey);
      if (user && known) queryClient.setQueryData(sessionQuery.queryKey, merged(known, user));
      else void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      publishAuthEvent('USER_UPDATED');
    },
    ...outcome,
  });
}

/** Returns whether the email changes; the old one stays until the emailed links are used. */
export const asksForNewEmail = ({ email }: Pick<Profile, 'email'>, user: Pick<User, 'email'>): boolean =>
  email.trim().toLowerCase() !== user.email.toLowerCase();

export const useUpdateProfile = () =>
  useAccountChange((input: Profile) => client.auth.updateProfile(input), {
    failed: profileCopy.failed,
    succeeded: (user, input) =>
      user && asksForNewEmail(input, user) ? profileCopy.awaitsEmail : profileCopy.succeeded,
  });

export const useUpdatePreferences = () =>
  useAccountChange(
    (input: { emailNotifications: boolean }) => client.auth.updatePreferences(input),
    preferencesCopy,
  );
