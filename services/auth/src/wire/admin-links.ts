import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { Request as HttpRequest } from 'express';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { type Issued, issueToken, type Wanted } from '../tokens/store.ts';
import { findUser, type LockedUser, lockUserByEmail, patchUser } from '../users/store.ts';
import { emailTaken, mailConfirmation, refuseTakenEmail, userOfAddress } from './address.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, checkMetadata, checkPassword, emailFrom, field, queryText } from './input.ts';
import { type LinkType, tokenSettings, verifyLink } from './mailed-token.ts';
import { redirectOf } from './redirect.ts';
import { toWireUser } from './user-view.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

const kinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type Kind = (typeof kinds)[number];

const linkBody = z.object({
  type: field.text,
  email: field.text,
  new_email: field.text,
  password: field.text,
  data: field.object,
  redirect_to: field.text,
});
type LinkBody = z.output<typeof linkBody>;

const linkTypes: Record<Kind, LinkType> = {
  signup: 'signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
};

function kindOf(type: string): Kind {
  const kind = kinds.find(candidate => candidate === type);
  if (!kind) throw invalid(`Invalid email action link type requested: ${type}`);
  return kind;
}

type Made = { user: LockedUser; kind: Kind; issued: Issued };
type Request = { kind: Kind; email: string; body: LinkBody; passwordHash: string | null };

const issue = (wire: Wire, tx: Tx, wanted: Omit<Wanted, 'lifeMs' | 'code'>): Promise<Issued> =>
  issueToken(tx, { ...wanted, ...tokenSettings(wire) }, wire.clock());

/** Issues the link with which the current or the new address confirms a change of address. */
async function linkForChange(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { kind, email, body }: Request,
): Promise<Made> {
  const { settings, clock } = wire;
  const newEmail = emailFrom(body.new_email);
  await refuseTakenEmail(tx, user.id, newEmail);
  const purpose = kind === 'email_change_current' ? kind : 'email_change_new';
  const address = purpose === 'email_change_current' ? email : newEmail;
  const issued = await issue(wire, tx, { userId: user.id, purpose, address });
  const before = user.newEmail === newEmail ? user.emailChangeProven : null;
  const emailChangeProven = settings.autoConfirm ? 'either' : before;
  await patchUser(tx, user, { newEmail, emailChangeSentAt: clock(), emailChangeProven });
  return { user, kind, issued };
}

async function linkForNew(wire: Wire, tx: Tx, { kind, email, body, passwordHash }: Request): Promise<Made> {
  const now = wire.clock();
  const { data } = body;
  const user = await userOfAddress(tx, { email, passwordHash, data, isByAdmin: true, now });
  if (user.emailConfirmedAt) throw emailTaken();
  const payload = { passwordHash, data };
  const issued = await issue(wire, tx, { userId: user.id, purpose: 'confirmation', address: email, payload });
  await patchUser(tx, user, { confirmationSentAt: now, invitedAt: kind === 'invite' ? now : undefined });
  return { user, kind, issued };
}

async function link(wire: Wire, tx: Tx, wanted: Request): Promise<Made> {
  const { kind, email } = wanted;
  const user = await lockUserByEmail(tx, email);
  if (kind === 'signup' || kind === 'invite') return linkForNew(wire, tx, wanted);
  // A sign-in link for an unknown address inserts the user.
  if (!user && kind === 'magiclink') return linkForNew(wire, tx, { ...wanted, kind: 'signup' });
  if (!user) throw new WireError(404, 'user_not_found', 'User with this email not found');
  if (kind !== 'magiclink' && kind !== 'recovery') return linkForChange(wire, tx, user, wanted);
  const issued = await issue(wire, tx, { userId: user.id, purpose: kind, address: email });
  await patchUser(tx, user, { recoverySentAt: wire.clock() });
  return { user, kind, issued };
}

async function read({ settings }: Wire, req: HttpRequest): Promise<Request> {
  const body = bodyOf(req, linkBody);
  const email = emailFrom(body.email);
  checkMetadata(body.data);
  const kind = kindOf(body.type);
  if (kind !== 'signup') return { kind, email, body, passwordHash: null };
  if (body.password === '') throw invalid('Signup requires a valid password');
  checkPassword(body.password, settings);
  return { kind, email, body, passwordHash: await hashPassword(body.password) };
}

/** Returns a link without mailing it, for operators who send their own mails. */
export const generateLink: Handler = async (wire, req, res) => {
  await requireAdmin(wire, req);
  const wanted = await read(wire, req);
  const redirectTo = redirectOf(wire, req, wanted.body.redirect_to || queryText(req, 'redirect_to'));
  const { made, user } = await wire.pg.transaction(async tx => {
    const result = await link(wire, tx, wanted);
    await audit(tx, contextOf(req).request, { action: 'link-generated', targetId: result.user.id });
    return { made: result, user: (await findUser(tx, result.user.id)) ?? result.user };
  });
  res.set('Cache-Control', 'no-store').json({
    ...toWireUser(user),
    action_link: verifyLink(wire, made.issued, { type: linkTypes[made.kind], redirectTo }),
    email_otp: made.issued.code,
    hashed_token: made.issued.secret,
    verification_type: made.kind,
    redirect_to: redirectTo,
  });
};

const inviteBody = z.object({ email: field.text, data: field.object });

/** Inserts a user and mails them the link that confirms the account. */
export const invite: Handler = async (wire, req, res) => {
  await requireAdmin(wire, req);
  const { email: given, data } = bodyOf(req, inviteBody);
  const email = emailFrom(given);
  checkMetadata(data);
  const now = wire.clock();
  const redirectTo = redirectOf(wire, req);
  const user = await wire.pg.transaction(async tx => {
    const found = await userOfAddress(tx, { email, data, now });
    if (found.emailConfirmedAt) throw emailTaken();
    await mailConfirmation(wire, tx, found, { payload: { data }, type: 'invite', redirectTo });
    await patchUser(tx, found, { invitedAt: now });
    await audit(tx, contextOf(req).request, { action: 'user-invited', targetId: found.id });
    return (await findUser(tx, found.id)) ?? found;
  });
  res.json(toWireUser(user));
};
