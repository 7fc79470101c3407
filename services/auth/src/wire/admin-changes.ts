import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { changeEmail } from '../flows/change-email.ts';
import { changePassword } from '../flows/recovery.ts';
import { addUser } from '../flows/sign-up.ts';
import { publishUser, saveEmailIdentity } from '../users/publish-user.ts';
import { changesBetween, mergeMetadata, profileIn } from '../users/rules.ts';
import { findUser, type LockedUser, lockUser, patchUser } from '../users/store.ts';
import { claimFreeEmail, emailTaken } from './address.ts';
import { adminsUser, noSuchUser } from './admin-users.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, checkMetadata, checkPassword, emailFrom, field, isUuid } from './input.ts';
import { toWireUser } from './user-view.ts';
import { type Handler, invalid, WireError } from './wire.ts';

const unitMs = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** Returns the end of a ban of this duration ('24h', '1h30m'): null for 'none', undefined for an invalid one. */
export function banEnd(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) return undefined;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  const ms = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as keyof typeof unitMs],
    0,
  );
  const end = new Date(now.getTime() + ms);
  return Number.isNaN(end.getTime()) ? undefined : end;
}

const metadata = z.record(z.string(), z.unknown()).nullish();
const adminBody = z.object({
  id: field.text,
  email: field.text,
  phone: field.text,
  password: z.string().nullish(),
  password_hash: field.text,
  email_confirm: field.flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: field.text,
  role: field.text,
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

async function applyBody(tx: Tx, user: LockedUser, body: AdminBody, now: Date): Promise<void> {
  const confirms = body.email_confirm && !user.emailConfirmedAt;
  const given = body.user_metadata ?? {};
  const proven = body.email_confirm ? { ...given, email_verified: true } : given;
  const userMetadata = mergeMetadata(user.userMetadata, proven);
  const appMetadata = mergeMetadata(user.appMetadata, body.app_metadata ?? {});
  if (body.user_metadata) checkMetadata(userMetadata);
  if (body.app_metadata) checkMetadata(appMetadata);
  await patchUser(tx, user, {
    role: body.role || undefined,
    emailConfirmedAt: confirms ? now : undefined,
    bannedUntil: banOf(body, now),
    userMetadata,
    appMetadata,
    ...profileIn(given),
  });
  if (body.email_confirm && user.email) await saveEmailIdentity(tx, user);
  await publishUser(tx, user, confirms ? 'registered' : 'updated');
}

export const createUser: Handler = async (wire, req, res) => {
  await requireAdmin(wire, req);
  const body = bodyOf(req, adminBody);
  if (!body.email && !body.phone) throw invalid('Cannot create a user without either an email or phone');
  checkBody(body);
  if (body.id && !isUuid(body.id)) {
    throw invalid('ID must conform to the uuid v4 format');
  }
  const email = emailFrom(body.email);
  const [now, passwordHash] = [wire.clock(), await hashOf(body)];
  banOf(body, now);
  const user = await wire.pg.transaction(async tx => {
    await claimFreeEmail(tx, undefined, email);
    const data = body.user_metadata ?? {};
    const id = body.id || undefined;
    const added = await addUser(tx, {
      ...(id && { id }),
      email,
      passwordHash,
      data,
      isByAdmin: true,
      now,
    });
    if (!added) throw emailTaken();
    await applyBody(tx, added, body, now);
    await audit(tx, contextOf(req).request, { action: 'sign-up', targetId: added.id });
    return (await findUser(tx, added.id)) ?? added;
  });
  // The protocol omits `confirmed_at` in this reply.
  res.json({ ...toWireUser(user), confirmed_at: undefined });
};

/** A service role has no user id. */
const operator = { adminId: undefined };

export const updateUser: Handler = async (wire, req, res) => {
  const { clock, mails } = wire;
  const { id: userId } = await adminsUser(wire, req);
  const body = bodyOf(req, adminBody);
  checkBody(body);
  const email = body.email ? emailFrom(body.email) : undefined;
  if (typeof body.password === 'string') checkPassword(body.password, wire.settings);
  const passwordHash = await hashOf(body);
  const client = contextOf(req).request;
  const user = await wire.pg.transaction(async tx => {
    const before = await lockUser(tx, userId);
    if (!before) throw noSuchUser();
    if (email) {
      await claimFreeEmail(tx, before.id, email);
      const change = { email, isVerified: body.email_confirm, now: clock(), client, by: operator };
      await changeEmail(tx, mails, before, change);
    }
    if (passwordHash)
      await changePassword(tx, mails, before, { passwordHash, now: clock(), client, by: operator });
    const moved = (await lockUser(tx, before.id)) ?? before;
    await applyBody(tx, moved, body, clock());
    const after = (await findUser(tx, before.id)) ?? moved;
    const changes = changesBetween(moved, after);
    await audit(tx, client, { action: 'user-changed-by-admin', targetId: before.id, changes });
    return after;
  });
  res.json(toWireUser(user));
};
