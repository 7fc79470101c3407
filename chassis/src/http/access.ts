import type { Access } from '@closingwire/contracts/route';
import { AppError } from '../process/app-error.ts';
import { asUser, type Caller } from './identity.ts';
import type { RequestContext } from './request-context.ts';

/** The 404 that hides a route from callers without access. */
const hidden = () => new AppError('missing', 'not_found', 'Not found');

const isKnown = (caller: Caller) => {
  if (caller.kind === 'nobody') asUser(caller);
};

function isSignedIn(caller: Caller): void {
  if (asUser(caller).status === 'suspended') {
    throw new AppError('denied', 'account_suspended', 'This account is suspended');
  }
}

/** Checks of each access. The owning service checks keys and subscriptions itself. */
const rules: Record<Access, (caller: Caller) => void> = {
  public: () => {},
  user: isSignedIn,
  subscriber: isSignedIn,
  admin(caller) {
    isSignedIn(caller);
    if (!asUser(caller).isAdmin) throw hidden();
  },
  partner: isKnown,
  ingest: isKnown,
  internal(caller) {
    isKnown(caller);
    if (caller.kind !== 'service')
      throw new AppError('denied', 'services_only', 'Only services may call this');
  },
};

/** Throws `unauthenticated`, `denied` or, for admin routes, `missing`. */
export function checkAccess(access: Access, caller: Caller): void {
  rules[access](caller);
}

/**
 * Throws like `checkAccess`, and logs each denied user with route, address and browser.
 */
export function requireAccess(
  access: Access,
  { caller, request, log }: Pick<RequestContext, 'caller' | 'request' | 'log'>,
): void {
  try {
    checkAccess(access, caller);
  } catch (error) {
    if (caller.kind === 'user') {
      const { route, ip, userAgent } = request;
      log.warn({ audit: 'denied', actorId: caller.id, access, route, ip, userAgent }, 'access denied');
    }
    throw error;
  }
}
