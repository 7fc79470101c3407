import type { Tx } from '@closingwire/chassis/pg';
import { contextOf } from '@closingwire/chassis/plain-handler';
import type { Request } from 'express';
import { z } from 'zod';
import { audit } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import type { WireUser } from '../users/wire-user.ts';
import { findWireUser, findWireUserByEmail, patchUser } from '../users/wire-users.ts';
import { requireAdmin } from './bearer.ts';
import { bodyOf, object, queryText, text } from './body.ts';
import { emailTaken, refuseTakenEmail } from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import { type Issued, issueToken, type LinkType, verifyLink } from './mailed-token.ts';
import { findOrAddUser } from './new-user.ts';
import { checkPassword, emailFrom } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

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
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: object,
  redirect_to: text,
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

type Made = { user: WireUser; kind: Kind; issued: Issued };
type Wanted = { kind: Kind; email: string; body: LinkBody; passwordHash: string | null };

/** Makes the link of a mail without mailing it, for operators who write their own mails. */
export function generateLinkEndpoint(wire: Wire): Endpoint {
  const { pg, clock, settings } = wire;

  async function linkForNew(tx: Tx, { kind, email, body, passwordHash }: Wanted): Promise<Made> {
    const now = clock();
    const user = await findOrAddUser(tx, { email, passwordHash, data: body.data, isByAdmin: true, now });
    if (user.emailConfirmedAt) throw emailTaken();
    const payload = { passwordHash, data: body.data };
    const issued = await issueToken(wire, tx, { userId: user.id, slot: 'confirmation', to: email, payload });
    const invited = kind === 'invite' ? { invitedAt: now } : {};
    await patchUser(tx, user.id, { confirmationSentAt: now, ...invited });
    return { user, kind, issued };
  }

  async function linkForChange(tx: Tx, user: WireUser, { kind, email, body }: Wanted): Promise<Made> {
    if (kind === 'email_change_current' && !settings.secureEmailChange) {
      throw invalid('Enable secure email change to generate link for current email');
    }
    const newEmail = emailFrom(body.new_email);
    await refuseTakenEmail(tx, user.id, newEmail);
    const slot = kind === 'email_change_current' ? kind : 'email_change_new';
    const to = slot === 'email_change_current' ? email : newEmail;
    const issued = await issueToken(wire, tx, { userId: user.id, slot, to });
    const isOther = user.newEmail !== newEmail;
    const proven = isOther ? { emailChangeProven: null } : {};
    await patchUser(tx, user.id, { newEmail, emailChangeSentAt: clock(), ...proven });
    return { user, kind, issued };
  }

  async function link(tx: Tx, wanted: Wanted): Promise<Made> {
    const { kind, email } = wanted;
    const user = await findWireUserByEmail(tx, email);
    if (kind === 'signup' || kind === 'invite') return linkForNew(tx, wanted);
    // A sign-in link to an address without account makes the account.
    if (!user && kind === 'magiclink') return linkForNew(tx, { ...wanted, kind: 'signup' });
    if (!user) throw new WireError(404, 'user_not_found', 'User with this email not found');
    if (kind !== 'magiclink' && kind !== 'recovery') return linkForChange(tx, user, wanted);
    const issued = await issueToken(wire, tx, { userId: user.id, slot: 'recovery', to: email });
    await patchUser(tx, user.id, { recoverySentAt: clock() });
    return { user, kind, issued };
  }

  async function read(req: Request): Promise<Wanted> {
    const body = bodyOf(req, linkBody);
    const email = emailFrom(body.email);
    const kind = kindOf(body.type);
    if (kind !== 'signup') return { kind, email, body, passwordHash: null };
    if (body.password === '') throw invalid('Signup requires a valid password');
    checkPassword(body.password, settings);
    return { kind, email, body, passwordHash: await hashPassword(body.password) };
  }

  return {
    method: 'post',
    path: '/admin/generate_link',
    async handle(req, res) {
      await requireAdmin(wire, req);
      const wanted = await read(req);
      const redirectTo = redirectOf(wire, req, wanted.body.redirect_to || queryText(req, 'redirect_to'));
      const { made, user } = await pg.transaction(async tx => {
        const result = await link(tx, wanted);
        await audit(tx, contextOf(req).request, { action: 'link-generated', targetId: result.user.id });
        return { made: result, user: (await findWireUser(tx, result.user.id)) ?? result.user };
      });
      res.set('Cache-Control', 'no-store').json({
        ...toWireUser(user),
        action_link: verifyLink(wire, made.issued.token, linkTypes[made.kind], redirectTo),
        email_otp: made.issued.code,
        hashed_token: made.issued.token,
        verification_type: made.kind,
        redirect_to: redirectTo,
      });
    },
  };
}
