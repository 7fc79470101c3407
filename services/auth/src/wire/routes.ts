import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import type { Router } from 'express';
import { createUser, updateUser } from './admin-changes.ts';
import { generateLink, invite } from './admin-links.ts';
import * as admin from './admin-users.ts';
import { verifyFactor } from './factor-verify.ts';
import { challengeFactor, enrollFactor, removeFactor } from './factors.ts';
import { type MailRequest, mailAgain, resend } from './mail-request.ts';
import { reauthenticate } from './new-password.ts';
import { refusedEndpoints } from './not-offered.ts';
import { mailOtp, mailRecovery, otp, recover } from './otp.ts';
import { publishedEndpoints } from './published.ts';
import { wireRouter } from './router.ts';
import { signUp } from './sign-up.ts';
import { logout, token } from './token.ts';
import { showOwnUser, updateOwnUser } from './user.ts';
import { followLink, pressLink, verify } from './verify.ts';
import type { Endpoint, Wire } from './wire.ts';

/** All endpoints of the hosted auth provider's protocol. */
const endpoints: readonly Endpoint[] = [
  ...publishedEndpoints,
  ['post', '/signup', signUp],
  ['post', '/token', token],
  ['post', '/otp', otp],
  ['post', '/magiclink', otp],
  ['get', '/verify', followLink],
  ['post', '/verify/link', pressLink],
  ['post', '/verify', verify],
  ['post', '/resend', resend],
  ['post', '/recover', recover],
  ['get', '/user', showOwnUser],
  ['put', '/user', updateOwnUser],
  ['get', '/reauthenticate', reauthenticate],
  ['post', '/logout', logout],
  ['post', '/factors', enrollFactor],
  ['post', '/factors/:factorId/challenge', challengeFactor],
  ['delete', '/factors/:factorId', removeFactor],
  ['post', '/factors/:factorId/verify', verifyFactor],
  ['get', '/admin/users', admin.showUsers],
  ['get', '/admin/users/:userId', admin.showUser],
  ['delete', '/admin/users/:userId', admin.deleteUser],
  ['get', '/admin/users/:userId/factors', admin.showFactors],
  ['delete', '/admin/users/:userId/factors/:factorId', admin.removeFactor],
  ['post', '/admin/users', createUser],
  ['put', '/admin/users/:userId', updateUser],
  ['post', '/invite', invite],
  ['post', '/admin/generate_link', generateLink],
  ...refusedEndpoints,
];

export const wireRoutes = (wire: Wire): Router => wireRouter(wire, endpoints);

/** Runs a mail request as a job, where accounts are hidden. Drops it if the budget of the hour is spent. */
export function mailOnRequest(wire: Wire) {
  const work = (tx: Tx, request: MailRequest) => {
    if (request.call === 'recover') return mailRecovery(wire, tx, request);
    return request.call === 'otp' ? mailOtp(wire, tx, request) : mailAgain(wire, tx, request);
  };
  return async (request: MailRequest): Promise<void> => {
    try {
      await wire.pg.transaction(tx => work(tx, request));
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'too-many')) throw error;
    }
  };
}
