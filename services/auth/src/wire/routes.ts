import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import type { Router } from 'express';
import { adminChangeEndpoints } from './admin-changes.ts';
import { generateLinkEndpoint, inviteEndpoint } from './admin-links.ts';
import { adminUserEndpoints } from './admin-users.ts';
import { factorVerifyEndpoint } from './factor-verify.ts';
import { factorEndpoints } from './factors.ts';
import { type MailRequest, mailAgain, resendEndpoint } from './mail-request.ts';
import { reauthenticateEndpoint } from './new-password.ts';
import { refusedEndpoints } from './not-offered.ts';
import { mailOtp, mailRecovery, otpEndpoints, recoverEndpoint } from './otp.ts';
import { publishedEndpoints } from './published.ts';
import { wireRouter } from './router.ts';
import { signUpEndpoint } from './sign-up.ts';
import { logoutEndpoint, tokenEndpoint } from './token.ts';
import { userEndpoint, userUpdateEndpoint } from './user.ts';
import { verifyEndpoint, verifyLinkEndpoints } from './verify.ts';
import type { Wire } from './wire.ts';

/** All endpoints of the hosted auth provider's protocol. */
export function wireRoutes(wire: Wire): Router {
  return wireRouter([
    ...publishedEndpoints(wire),
    signUpEndpoint(wire),
    tokenEndpoint(wire),
    ...otpEndpoints(wire),
    ...verifyLinkEndpoints(wire),
    verifyEndpoint(wire),
    resendEndpoint(wire),
    recoverEndpoint(wire),
    userEndpoint(wire),
    userUpdateEndpoint(wire),
    reauthenticateEndpoint(wire),
    logoutEndpoint(wire),
    ...factorEndpoints(wire),
    factorVerifyEndpoint(wire),
    ...adminUserEndpoints(wire),
    ...adminChangeEndpoints(wire),
    inviteEndpoint(wire),
    generateLinkEndpoint(wire),
    ...refusedEndpoints(wire),
  ]);
}

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
