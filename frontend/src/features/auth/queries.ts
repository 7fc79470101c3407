import type { signIn, signUp } from '@closingwire/contracts/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { client } from '../../lib/api.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { adoptSession } from '../../lib/auth-client.ts';
import { notify } from '../../lib/notify.ts';
import { sessionQuery } from '../../lib/session.ts';
import { forgotCopy, registerCopy, resetCopy, signInCopy } from './copy.ts';

export type Credentials = z.input<typeof signIn>;
export type Registration = z.input<typeof signUp>;

/** Signs in; once the session is known the signed-in route table leads on. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => client.auth.signIn(credentials),
    meta: { handlesUnauthorized: true },
    onSuccess: ({ user }) => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      void adoptSession();
      notify({ ...signInCopy.succeeded, tone: 'positive' });
    },
    onError: error =>
      notify({
        title: signInCopy.failed.title,
        description: messageOf(error, signInCopy.failed.fallback),
        tone: 'danger',
      }),
  });
}

export const useRegister = () =>
  useMutation({
    mutationFn: (registration: Registration) => client.auth.signUp(registration),
    meta: { handlesUnauthorized: true },
    onError: error =>
      notify({
        title: registerCopy.failed.title,
        description: messageOf(error, registerCopy.failed.fallback),
        tone: 'danger',
      }),
  });

export const useRequestReset = () =>
  useMutation({
    mutationFn: (input: { email: string }) => client.auth.requestPasswordReset(input),
    onSuccess: () => notify({ ...forgotCopy.succeeded, tone: 'positive' }),
    onError: error => notify(failure(error, forgotCopy)),
  });

/** Sets a new password with the token of the mailed link. */
export const useUpdatePassword = (token: string | null) =>
  useMutation({
    mutationFn: (input: { password: string }) =>
      client.auth.updatePassword(input, { context: token ? { bearer: token } : {} }),
    meta: { handlesUnauthorized: true },
    onSuccess: () => notify({ ...resetCopy.succeeded, tone: 'positive' }),
    onError: error => notify(failure(error, resetCopy)),
  });

const failure = (error: unknown, copy: { failed: { title: string; fallback: string }; network: string }) => ({
  title: copy.failed.title,
  description: error instanceof ApiError ? messageOf(error, copy.failed.fallback) : copy.network,
  tone: 'danger' as const,
});
