import { AppError } from '@closingwire/chassis/app-error';
import type { Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { Router } from 'express';
import { adminChangeEndpoints } from './admin-changes.ts';
import { generateLinkEndpoint, inviteEndpoint } from './admin-links.ts';
import { adminUserEndpoints } from './admin-users.ts';
import { factorVerifyEndpoint } from './factor-verify.ts';
import { factorEndpoints } from './factors.ts';
import { identityEndpoints } from './identities.ts';
import { mailAgain, mailRequest, resendEndpoint } from './mail-request.ts';
import { reauthenticateEndpoint } from './new-password.ts';
import { mailOtp, mailRecovery, otpEndpoints, recoverEndpoint } from './otp.ts';
import { outsideEndpoints } from './outside.ts';
import { publishedEndpoints } from './published.ts';
import { wireRouter } from './router.ts';
import { signUpEndpoint } from './sign-up.ts';
import { logoutEndpoint, tokenEndpoint } from './token.ts';
import { userEndpoint, userUpdateEndpoint } from './user.ts';
import { verifyEndpoint, verifyLinkEndpoint } from './verify.ts';
import type { Wire } from './wire.ts';

/** The wire protocol of the hosted auth provider, whole. */
export function wireRoutes(wire: Wire): Router {
  return wireRouter([
    ...publishedEndpoints(wire),
    signUpEndpoint(wire),
    tokenEndpoint(wire),
    ...otpEndpoints(wire),
    verifyLinkEndpoint(wire),
    verifyEndpoint(wire),
    resendEndpoint(wire),
    recoverEndpoint(wire),
    userEndpoint(wire),
    userUpdateEndpoint(wire),
    reauthenticateEndpoint(wire),
    logoutEndpoint(wire),
    ...factorEndpoints(wire),
    factorVerifyEndpoint(wire),
    ...identityEndpoints(wire),
    ...adminUserEndpoints(wire),
    ...adminChangeEndpoints(wire),
    inviteEndpoint(wire),
    generateLinkEndpoint(wire),
    ...outsideEndpoints(wire),
  ]);
}

/**
 * Does what was asked for where accounts are hidden. What is over the hour's budget by now is left out, so that it uses
 * up no later hour's.
 */
export function mailRequestJob(wire: Wire): Task {
  async function work(tx: Tx, payload: unknown): Promise<void> {
    const request = mailRequest.parse(payload);
    if (request.call === 'recover') return mailRecovery(wire, tx, request);
    if (request.call === 'otp') return mailOtp(wire, tx, request);
    return mailAgain(wire, tx, request);
  }
  return async payload => {
    try {
      await wire.pg.transaction(tx => work(tx, payload));
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'too-many')) throw error;
    }
  };
}
