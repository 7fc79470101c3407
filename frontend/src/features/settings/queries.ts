import type { profile, User } from '@closingwire/contracts/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { client } from '../../lib/api.ts';
import { announce } from '../../lib/auth-events.ts';
import { sessionQuery } from '../../lib/session.ts';
import { preferencesCopy, profileCopy } from './copy.ts';
import { tellFailure, tellSuccess } from './tell-outcome.ts';

export type Profile = z.input<typeof profile> & { currentPassword?: string | undefined };

type Succeeded = Parameters<typeof tellSuccess>[0];
type Failed = Parameters<typeof tellFailure>[0];

/** A change of the own account: the reply is the user as they now are. */
function useAccountChange<Input>(
  call: (input: Input) => Promise<User>,
  copy: Failed & { told: (input: Input, user: User) => Succeeded['succeeded'] },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (user, input) => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      announce('USER_UPDATED');
      tellSuccess({ succeeded: copy.told(input, user) });
    },
    onError: tellFailure(copy),
  });
}

/** Whether a profile asks for another address; the old one stays until the mail to the new one is answered. */
export const asksForNewEmail = ({ email }: Pick<Profile, 'email'>, user: User): boolean =>
  email.trim().toLowerCase() !== user.email.toLowerCase();

export const useUpdateProfile = () =>
  useAccountChange((input: Profile) => client.auth.updateProfile(input), {
    ...profileCopy,
    told: (input, user) => {
      if (!asksForNewEmail(input, user)) return profileCopy.succeeded;
      return input.currentPassword ? profileCopy.awaitsEmail : profileCopy.awaitsBoth;
    },
  });

export const useUpdatePreferences = () =>
  useAccountChange((input: { emailNotifications: boolean }) => client.auth.updatePreferences(input), {
    ...preferencesCopy,
    told: () => preferencesCopy.succeeded,
  });
