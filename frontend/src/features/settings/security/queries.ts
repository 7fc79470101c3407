import type { Factor } from '@supabase/auth-js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { authClient, describedSession } from '../../../product/auth-client.ts';
import { dataOf } from '../../../product/auth-reply.ts';
import { authenticatorName } from '../../../product/authenticator.ts';
import { useSignOut } from '../../../product/use-sign-out.ts';
import { factorCopy, passwordCopy } from '../copy.ts';

/** An authenticator app as its owner named it. */
export type Authenticator = { id: string; name: string; createdAt: string };

/** What an authenticator app must be given: as a picture, as text, and as an address that opens the app. */
export type Enrolment = { factorId: string; qrCode: string; secret: string; address: string };

const ISSUER = 'ClosingWire';

const toAuthenticator = (factor: Factor): Authenticator => ({
  id: factor.id,
  name: authenticatorName(factor),
  createdAt: factor.created_at,
});

/** The user's factors, read without auth-js, so that looking at the settings does not load it. */
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

/** Begins a set-up. What an earlier, unfinished one left behind is cleared away, so that its name is free. */
export const useEnrol = () =>
  useMutation({
    mutationFn: async ({ name }: { name: string }): Promise<Enrolment> => {
      const auth = await authClient();
      const unfinished = (await listFactors()).filter(factor => factor.status === 'unverified');
      for (const { id } of unfinished) dataOf(await auth.mfa.unenroll({ factorId: id }));
      const { id, totp } = dataOf(
        await auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: ISSUER }),
      );
      return { factorId: id, qrCode: totp.qr_code, secret: totp.secret, address: totp.uri };
    },
  });

/** Puts an authenticator in force with its first code. */
export function useConfirmEnrolment() {
  const refresh = useSecurityRefresh();
  return useMutation({
    mutationFn: async (input: { factorId: string; code: string }) => {
      const auth = await authClient();
      dataOf(await auth.mfa.challengeAndVerify(input));
    },
    onSuccess: refresh,
  });
}

/** Removes an authenticator. A session that no second factor vouches for any more gives its code before. */
export function useRemoveAuthenticator() {
  const refresh = useSecurityRefresh();
  return useAction({
    mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
      const auth = await authClient();
      if (code) dataOf(await auth.mfa.challengeAndVerify({ factorId, code }));
      dataOf(await auth.mfa.unenroll({ factorId }));
    },
    onSuccess: refresh,
    succeeded: factorCopy.remove.succeeded,
  });
}

/** Ends this session and leads to the sign-in page and back here, where only a fresh session will do. */
export const useSignInAgain = () => useSignOut({ to: `/auth?next=${encodeURIComponent('/settings')}` });

export type PasswordChange = { password: string; current_password?: string; nonce?: string };

/** Changes the password through the wire protocol, which may ask for the current one or a mailed code first. */
export function useChangePassword() {
  const refresh = useSecurityRefresh();
  return useAction({
    mutationFn: async (change: PasswordChange) => {
      const auth = await authClient();
      dataOf(await auth.updateUser(change));
    },
    onSuccess: refresh,
    succeeded: passwordCopy.succeeded,
  });
}

/** Mails a code to the user, who thereby proves again who they are. */
export const useMailCode = () =>
  useAction({
    mutationFn: async () => {
      const auth = await authClient();
      dataOf(await auth.reauthenticate());
    },
    failed: passwordCopy.failed,
  });

/** Both may sign out other devices. */
function useSecurityRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: authenticatorsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: api.auth.listSessions.queryKey() }),
    ]);
}
