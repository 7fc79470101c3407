import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { contextOf } from '@closingwire/chassis/plain-handler';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { dropPendingTokens } from '../tokens/pending-tokens.ts';
import { saveIdentity } from '../users/identities.ts';
import { mergeMetadata, profileIn } from '../users/metadata.ts';
import type { WireUser } from '../users/wire-user.ts';
import { findWireUser, patchUser } from '../users/wire-users.ts';
import { adminsUser } from './admin-users.ts';
import { announce, announceNew, noteProviders } from './announce.ts';
import { banEnd } from './ban.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, flag, text } from './body.ts';
import { emailTaken, refuseTakenEmail } from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import { addUser } from './new-user.ts';
import { checkPassword, emailFrom } from './read-input.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const metadata = z.record(z.string(), z.unknown()).nullish();
const adminBody = z.object({
  id: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
  role: text,
});
type AdminBody = z.output<typeof adminBody>;

const ARGON2ID = /^\$argon2id\$v=19\$[\w=,]+\$[\w+/]+\$[\w+/]+$/;

function checkBody({ phone, password, password_hash: hash }: AdminBody): void {
  if (phone) throw new WireError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (password && hash) throw invalid('Only a password or a password hash should be provided');
  if (hash && !ARGON2ID.test(hash)) throw invalid('Only argon2id password hashes are supported');
}

const hashOf = async ({ password, password_hash: given }: AdminBody) =>
  password ? hashPassword(password) : given || null;

function banOf({ ban_duration: duration }: AdminBody, now: Date): Date | null | undefined {
  if (duration === '') return undefined;
  const end = banEnd(duration, now);
  if (end === undefined) throw invalid(`invalid format for ban duration: "${duration}"`);
  return end;
}

/** What an operator sets on a user, new or old. */
async function applyBody(tx: Tx, user: WireUser, body: AdminBody, now: Date): Promise<void> {
  const confirms = body.email_confirm && !user.emailConfirmedAt;
  const ban = banOf(body, now);
  const given = body.user_metadata ?? {};
  const proven = body.email_confirm ? { ...given, email_verified: true } : given;
  await patchUser(tx, user.id, {
    ...(body.role && { role: body.role }),
    ...(confirms && { emailConfirmedAt: now }),
    ...(ban !== undefined && { bannedUntil: ban }),
    userMetadata: mergeMetadata(user.userMetadata, proven),
    appMetadata: mergeMetadata(user.appMetadata, body.app_metadata ?? {}),
    ...profileIn(given),
  });
  if (body.email_confirm && user.email) {
    await saveIdentity(tx, { id: newId(), userId: user.id, email: user.email, isVerified: true, data: {} });
  }
  await (confirms ? announceNew(tx, user.id) : announce(tx, user.id));
}

function createEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/admin/users',
    async handle(req, res) {
      await requireAdmin(wire, req);
      const body = bodyOf(req, adminBody);
      if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone');
      checkBody(body);
      if (body.id && !z.uuid().safeParse(body.id).success) {
        throw invalid('ID must conform to the uuid v4 format');
      }
      const email = emailFrom(body.email);
      const [now, passwordHash] = [wire.clock(), await hashOf(body)];
      banOf(body, now);
      const user = await wire.pg.transaction(async tx => {
        await refuseTakenEmail(tx, '', email);
        const data = body.user_metadata ?? {};
        const id = body.id || newId();
        const added = await addUser(tx, { id, email, passwordHash, data, isByAdmin: true, now });
        if (!added) throw emailTaken();
        await applyBody(tx, added, body, now);
        await audit(tx, contextOf(req).request, { action: 'sign-up', targetId: id });
        return (await findWireUser(tx, id)) ?? added;
      });
      res.json(toWireUser(user));
    },
  };
}

function updateEndpoint(wire: Wire): Endpoint {
  async function changeEmail(tx: Tx, user: WireUser, email: string, isVerified: boolean) {
    await refuseTakenEmail(tx, user.id, email);
    await patchUser(tx, user.id, { email, ...(isVerified && { isAnonymous: false }) });
    await saveIdentity(tx, { id: newId(), userId: user.id, email, isVerified, data: {} });
    await noteProviders(tx, user.id);
  }

  async function setPassword(tx: Tx, userId: string, passwordHash: string) {
    await patchUser(tx, userId, { passwordHash });
    await dropPendingTokens(tx, userId);
    await endSessionsOf(tx, userId, wire.clock());
  }

  return {
    method: 'put',
    path: '/admin/users/:userId',
    async handle(req, res) {
      const before = await adminsUser(wire, req);
      const body = bodyOf(req, adminBody);
      checkBody(body);
      const email = body.email ? emailFrom(body.email) : undefined;
      if (typeof body.password === 'string') checkPassword(body.password, wire.settings);
      const passwordHash = await hashOf(body);
      const user = await wire.pg.transaction(async tx => {
        if (email) await changeEmail(tx, before, email, body.email_confirm);
        if (passwordHash) await setPassword(tx, before.id, passwordHash);
        await applyBody(tx, (await findWireUser(tx, before.id)) ?? before, body, wire.clock());
        await audit(tx, contextOf(req).request, { action: 'user-changed-by-admin', targetId: before.id });
        return (await findWireUser(tx, before.id)) ?? before;
      });
      res.json(toWireUser(user));
    },
  };
}

/** How operators make and change users. */
export function adminChangeEndpoints(wire: Wire): Endpoint[] {
  return [createEndpoint(wire), updateEndpoint(wire)];
}
