import type { Access } from '@closingwire/contracts/route';
import { AppError } from '../process/app-error.ts';
import { asUser, type Caller } from './identity.ts';
import type { RequestContext } from './request-context.ts';

/** What somebody sees who asks for a route that is not for them. */
const hidden = () => new AppError('missing', 'not_found', 'Not found');

const isSomebody = (caller: Caller) => {
  if (caller.kind === 'nobody') asUser(caller);
};

function isSignedIn(caller: Caller): void {
  if (asUser(caller).status === 'suspended') {
    throw new AppError('denied', 'account_suspended', 'This account is suspended');
  }
}

/** Throws unless the caller may use routes of this access. Keys and standing are the owning service's to check. */
const rules: Record<Access, (caller: Caller) => void> = {
  public: () => {},
  user: isSignedIn,
  subscriber: isSignedIn,
  admin(caller) {
    isSignedIn(caller);
    if (!asUser(caller).isAdmin) throw hidden();
  },
  partner: isSomebody,
  ingest: isSomebody,
  internal(caller) {
    isSomebody(caller);
    if (caller.kind !== 'service')
      throw new AppError('denied', 'services_only', 'Only services may call this');
  },
};

/** Throws `unauthenticated`, `denied` or, for an admin's route, `missing`. */
export function checkAccess(access: Access, caller: Caller): void {
  rules[access](caller);
}

/**
 * Throws like `checkAccess` unless the request's caller has this access, and leaves a line in the log for each known
 * user who was denied: who, what, from where.
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
