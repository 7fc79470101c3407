import { termsVersion } from '@closingwire/contracts/terms';
import type { signIn, signUp } from '@closingwire/contracts/user';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError, ownMessageOf } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useAction } from '../../lib/use-action.ts';
import { client } from '../../product/api.ts';
import { adoptSession, callAuth, describedSession, dropSession } from '../../product/auth-client.ts';
import { sessionQuery } from '../../product/session.ts';
import { forgotCopy, network, registerCopy, resetCopy, signInCopy } from './copy.ts';
import { pendingChallenge } from './pending-challenge.ts';

export type Credentials = z.input<typeof signIn>;
export type Registration = z.input<typeof signUp>;

/** The authenticators of a pending sign-in in this browser; null without one. */
export const challengeQuery = queryOptions({
  queryKey: ['auth', 'challenge'],
  queryFn: async () => pendingChallenge(await describedSession().catch(() => null)),
  staleTime: 0,
});

/** Signs in. The route table for signed-in users, or the challenge, then redirects. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (credentials: Credentials) => client.auth.signIn(credentials),
    meta: { handlesUnauthorized: true },
    onSuccess: async ({ user, secondFactorRequired }) => {
      if (secondFactorRequired) {
        await adoptSession();
        await queryClient.fetchQuery(challengeQuery);
        return;
      }
      queryClient.setQueryData(sessionQuery.queryKey, user);
      void adoptSession();
    },
    succeeded: ({ secondFactorRequired }) => (secondFactorRequired ? undefined : signInCopy.succeeded),
    failed: signInCopy.failed,
  });
}

/** Sends the activation link again if an account awaits it. */
export const useResendConfirmation = () =>
  useAction({
    mutationFn: (email: string) => callAuth(auth => auth.resend({ type: 'signup', email })),
    succeeded: signInCopy.unconfirmed.sentAgain,
    failed: registerCopy.notSentAgain,
  });

/** Answers the challenge. auth-js then emits an event, and the user is read again. */
export function useMeetChallenge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { factorId: string; code: string }) =>
      callAuth(auth => auth.mfa.challengeAndVerify(input)),
    onSuccess: async () => {
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(challengeQuery.queryKey, null);
      if (queryClient.getQueryData(sessionQuery.queryKey))
        notify({ ...signInCopy.succeeded, tone: 'positive' });
    },
  });
}

export function useAbandonChallenge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: dropSession,
    onSettled: () => queryClient.setQueryData(challengeQuery.queryKey, null),
  });
}

export const useRegister = () =>
  useAction({
    // The form links to these terms.
    mutationFn: (registration: Registration) => client.auth.signUp({ ...registration, termsVersion }),
    meta: { handlesUnauthorized: true },
    failed: error => {
      const isBareRefusal = error instanceof ApiError && ownMessageOf(error) === undefined;
      return { ...registerCopy.failed, ...(isBareRefusal && registerCopy.refused) };
    },
  });

export const useRequestReset = () =>
  useAction({
    mutationFn: (input: { email: string }) => client.auth.requestPasswordReset(input),
    succeeded: forgotCopy.succeeded,
    failed: error => failureOf(error, forgotCopy.failed),
  });

/** Sets a new password with the token of the emailed link. This ends all sessions, including this browser's. */
export function useUpdatePassword(token: string | null) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (input: { password: string }) =>
      client.auth.updatePassword(input, { context: token ? { bearer: token } : {} }),
    meta: { handlesUnauthorized: true },
    onSuccess: () => {
      if (queryClient.getQueryData(sessionQuery.queryKey)) void dropSession();
      queryClient.setQueryData(sessionQuery.queryKey, null);
    },
    succeeded: resetCopy.succeeded,
    failed: error => failureOf(error, resetCopy.failed),
  });
}

type Failure = { title: string; fallback: string };

const failureOf = (error: unknown, failed: Failure) =>
  error instanceof ApiError ? failed : { title: failed.title, description: network };
