import type { Router } from 'express';
import { adminChangeEndpoints } from './admin-changes.ts';
import { adminUserEndpoints } from './admin-users.ts';
import { wireRouter } from './endpoint.ts';
import { factorVerifyEndpoint } from './factor-verify.ts';
import { factorEndpoints } from './factors.ts';
import { generateLinkEndpoint } from './generate-link.ts';
import { identityEndpoints } from './identities.ts';
import { inviteEndpoint } from './invite.ts';
import { logoutEndpoint } from './logout.ts';
import { otpEndpoints } from './otp.ts';
import { outsideEndpoints } from './outside.ts';
import { publishedEndpoints } from './published.ts';
import { reauthenticateEndpoint } from './reauthenticate.ts';
import { recoverEndpoint } from './recover.ts';
import { resendEndpoint } from './resend.ts';
import { signUpEndpoint } from './sign-up.ts';
import { tokenEndpoint } from './token.ts';
import { userEndpoint } from './user.ts';
import { userUpdateEndpoint } from './user-update.ts';
import { verifyEndpoint } from './verify.ts';
import { verifyLinkEndpoint } from './verify-link.ts';
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
