import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { renderMail } from '@closingwire/chassis/render-mail';
import { registry } from '@closingwire/chassis/telemetry';
import { inCallSpan } from '@closingwire/chassis/tracing';
import { Counter } from 'prom-client';
import { testEmail } from '../addresses/test-email.ts';
import { endMark, markAddress, markOf } from '../delivery/marked.ts';
import { isExpired, nextStep } from '../delivery/next-step.ts';
import type { Outcome } from '../delivery/outcome.ts';
import type { OutgoingMail, Smtp } from '../delivery/smtp.ts';
import { findUndone, finish, type Mail, priorityOf, putBack, takeWaiting } from '../delivery/store.ts';
import type { LinkTo } from '../delivery/template.ts';
import { noticeTokenOf } from '../users/store.ts';
import { unsubscribePath } from '../users/unsubscribe.ts';
import { templateNamed } from './templates.ts';

/** Counts attempts by `Outcome`. The last attempt of a mail that is given up counts as `refused`. */
const deliveries = new Counter({
  name: 'mails_total',
  help: 'Mails by template and outcome (sent, away, deferred, rejected, refused, skipped, unknown)',
  labelNames: ['template', 'outcome'] as const,
  registers: [registry],
});

type Skipped = { kind: 'skipped'; reason: string };
type Result = Outcome | Skipped;

type EndKind = 'sent' | 'refused' | 'unknown' | 'skipped';

const isSkipped = (made: OutgoingMail | Result): made is Skipped => 'kind' in made && made.kind === 'skipped';

/**
 * After a delivered test email, the mark of its address ends this much before the email. A bounce report dated later
 * than that marks the address again. Its `at` is in whole seconds of the provider's clock, which may be slow.
 */
const PROVIDER_CLOCK_MS = 10_000;

const count = ({ template }: Mail, outcome: Result['kind']) => deliveries.inc({ template, outcome });

/**
 * Sends one stored mail. It stores the mail as `sending` before the first byte, so that the next run sees a crash. The
 * mail's purpose then decides whether it is sent again.
 */
export function mailSender(needs: {
  pg: Pg;
  smtp: Smtp;
  linkTo: LinkTo;
  clock: Clock;
  postalAddress: string;
}) {
  const { pg, smtp, linkTo, clock, postalAddress } = needs;

  async function compose(mail: Mail): Promise<OutgoingMail | Skipped> {
    const template = templateNamed(mail.template);
    const content = template.composeStored(mail.data, linkTo);
    const envelope = { id: mail.id, to: mail.recipient, ...(mail.replyTo && { replyTo: mail.replyTo }) };
    if (template.purpose !== 'notice') return { ...envelope, ...renderMail(content, linkTo('/')) };

    const token = mail.userId && (await noticeTokenOf(pg, mail.userId));
    if (!token) return unwanted;
    if (await markOf(pg, mail.recipient)) return marked;
    const unsubscribeUrl = linkTo(`/api/unsubscribe/${token}`);
    const footer = {
      settings: linkTo('/settings#notifications'),
      unsubscribe: linkTo(unsubscribePath(token)),
      postalAddress,
    };
    return { ...envelope, ...renderMail(content, linkTo('/'), footer), unsubscribeUrl };
  }

  async function settle(mail: Mail, result: Result): Promise<void> {
    const template = templateNamed(mail.template);
    const reason = 'reason' in result ? result.reason : '';
    const step = isSkipped(result) ? { end: result.kind } : nextStep(result, mail, template, clock());
    if ('end' in step) return end(mail, step.end, result);
    count(mail, result.kind);
    const { runAt } = step;
    await pg.transaction(tx =>
      putBack(tx, mail.id, { kind: result.kind, reason, runAt, priority: priorityOf(template) }),
    );
  }

  async function end(mail: Mail, kind: EndKind, result: Result): Promise<void> {
    count(mail, kind);
    const { keepsContent, isFarewell } = templateNamed(mail.template);
    const isEmptied = kind === 'sent' || result === over || !keepsContent;
    const reason = 'reason' in result ? result.reason : '';
    await pg.transaction(async tx => {
      await finish(tx, mail.id, { kind, reason, isEmptied, isFarewell });
      await updateMark(tx, mail, result);
    });
  }

  /** Ends the mark of an address that received the test email. Marks an address that the server refused. */
  async function updateMark(tx: Tx, mail: Mail, result: Result): Promise<void> {
    const { template, recipient: email, createdAt } = mail;
    if (result.kind === 'sent' && template === testEmail.name)
      await endMark(tx, email, new Date(createdAt.getTime() - PROVIDER_CLOCK_MS));
    if (result.kind !== 'refused' || result.addressRefusal === undefined) return;
    await markAddress(tx, { email, reason: 'refused', at: clock(), detail: result.addressRefusal });
  }

  return async (mailId: string): Promise<void> => {
    const mail = await findUndone(pg, mailId);
    if (!mail) return;
    if (mail.state === 'sending') return settle(mail, interrupted);
    const template = templateNamed(mail.template);
    if (isExpired(mail, template, clock())) return settle(mail, expired);
    if (template.isOver(mail.data, clock())) return settle(mail, over);
    const outgoing = await compose(mail);
    if (isSkipped(outgoing)) return settle(mail, outgoing);
    await smtp.turn();
    if (!(await takeWaiting(pg, mail.id))) return;
    const send = () => smtp.send(outgoing);
    await settle(mail, await inCallSpan(() => ({ name: `send mail ${mail.template}` }), send));
  };
}

const unwanted: Skipped = { kind: 'skipped', reason: 'This user gets no notices by mail' };
const marked: Skipped = {
  kind: 'skipped',
  reason: 'Email to this address was refused, bounced or complained about',
};
const over: Skipped = { kind: 'skipped', reason: 'The mail was of no more use before it could be sent' };
const interrupted: Result = { kind: 'unknown', reason: 'The process ended while it sent the mail' };
const expired: Result = {
  kind: 'refused',
  reason: 'The secret of this mail expired before it was sent',
};
