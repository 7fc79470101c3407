import type { Factor } from '@supabase/auth-js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api } from '../../../product/api.ts';
import { callAuth, describedSession } from '../../../product/auth-client.ts';
import { authenticatorName } from '../../../product/authenticator.ts';
import { useSignOut } from '../../../product/use-sign-out.ts';
import { factorCopy, passwordCopy } from '../copy.ts';

/** An authenticator app with its owner's name for it. */
export type Authenticator = { id: string; name: string; createdAt: string };

/** The secret for an authenticator app: as a picture, as text, and as a URL that opens the app. */
export type Enrolment = { factorId: string; qrCode: string; secret: string; address: string };

const ISSUER = 'ClosingWire';

const toAuthenticator = (factor: Factor): Authenticator => ({
  id: factor.id,
  name: authenticatorName(factor),
  createdAt: factor.created_at,
});

/** Reads the factors without auth-js, so that the page does not load it. */
async function listFactors(): Promise<Factor[]> {
  const session = await describedSession();
  if (!session) throw new ApiError(401, 'No session');
  return session.user.factors ?? [];
}

const isInForce = ({ factor_type, status }: Factor) => factor_type === 'totp' && status === 'verified';

export const authenticatorsQuery = queryOptions({
  queryKey: ['auth', 'authenticators'],
  queryFn: async () => (await listFactors()).filter(isInForce).map(toAuthenticator),
  staleTime: 0,
});

/** Starts an enrollment. Removes an unfinished one, so that its name is free. */
export const useEnrol = () =>
  useMutation({
    mutationFn: async ({ name }: { name: string }): Promise<Enrolment> => {
      const unfinished = (await listFactors()).filter(factor => factor.status === 'unverified');
      for (const { id } of unfinished) await callAuth(auth => auth.mfa.unenroll({ factorId: id }));
      const { id, totp } = await callAuth(auth =>
        auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: ISSUER }),
      );
      return { factorId: id, qrCode: totp.qr_code, secret: totp.secret, address: totp.uri };
    },
  });

export function useConfirmEnrolment() {
  const refresh = useSecurityRefresh();
  return useMutation({
    mutationFn: (input: { factorId: string; code: string }) =>
      callAuth(auth => auth.mfa.challengeAndVerify(input)),
    onSuccess: refresh,
  });
}

/** Removes an authenticator. A session without a second factor first gives the authenticator's code. */
export function useRemoveAuthenticator() {
  const refresh = useSecurityRefresh();
  return useAction({
    mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
      if (code) await callAuth(auth => auth.mfa.challengeAndVerify({ factorId, code }));
      await callAuth(auth => auth.mfa.unenroll({ factorId }));
    },
    onSuccess: refresh,
    succeeded: factorCopy.remove.succeeded,
  });
}

/** Signs out, then returns here after a sign-in: the action requires a fresh session. */
export const useSignInAgain = () => useSignOut({ to: `/auth?next=${encodeURIComponent('/settings')}` });

export type PasswordChange = { password: string; current_password?: string; nonce?: string };

/** Changes the password through the wire protocol, which may first require the current one or an emailed code. */
export function useChangePassword() {
  const refresh = useSecurityRefresh();
  return useAction({
    mutationFn: (change: PasswordChange) => callAuth(auth => auth.updateUser(change)),
    onSuccess: refresh,
    succeeded: passwordCopy.succeeded,
  });
}

export const useMailCode = () =>
  useAction({
    mutationFn: () => callAuth(auth => auth.reauthenticate()),
    failed: passwordCopy.failed,
  });

/** Refreshes authenticators and sessions: both kinds of change may sign out other devices. */
function useSecurityRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: authenticatorsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: api.auth.listSessions.queryKey() }),
    ]);
}
