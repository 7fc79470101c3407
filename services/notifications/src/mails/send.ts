import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { backoffMs } from '@closingwire/chassis/retry';
import { registry } from '@closingwire/chassis/telemetry';
import { inCallSpan } from '@closingwire/chassis/tracing';
import { Counter } from 'prom-client';
import { testEmail } from '../addresses/test-email.ts';
import { endMark, markAddress, markOf } from '../delivery/marked.ts';
import { render } from '../delivery/render.ts';
import type { Outcome, OutgoingMail, Smtp } from '../delivery/smtp.ts';
import { findUndone, finish, type Mail, priorityOf, putBack, takeWaiting } from '../delivery/store.ts';
import { isSentAgainWhenUnknown, type LinkTo } from '../delivery/template.ts';
import { noticeTokenOf } from '../users/store.ts';
import { unsubscribePath } from '../users/unsubscribe.ts';
import { templateNamed } from './templates.ts';

/** Mails by template and what came of them; `unknown` counts those that may have left twice or not at all. */
const deliveries = new Counter({
  name: 'mails_total',
  help: 'Mails by template and outcome (sent, away, refused, skipped, unknown)',
  labelNames: ['template', 'outcome'] as const,
  registers: [registry],
});

type Skipped = { kind: 'skipped'; reason: string };
type Ending = Outcome | Skipped;

const isSkipped = (composed: OutgoingMail | Skipped): composed is Skipped => 'kind' in composed;

/**
 * Sends one claimed mail. The claim is 'sending' before the first byte leaves, so that a process that died
 * in between leaves a mark: what happens then is for the purpose of the mail to decide, not for the queue.
 */
export function mailSender(needs: {
  pg: Pg;
  smtp: Smtp;
  linkTo: LinkTo;
  clock: Clock;
  postalAddress: string;
}) {
  const { pg, smtp, linkTo, clock, postalAddress } = needs;

  /** Why a notice is not sent, or the mail. */
  async function compose(mail: Mail): Promise<OutgoingMail | Skipped> {
    const template = templateNamed(mail.template);
    const content = template.composeStored(mail.data, linkTo);
    const envelope = { id: mail.id, to: mail.recipient, ...(mail.replyTo && { replyTo: mail.replyTo }) };
    if (template.purpose !== 'notice') return { ...envelope, ...render(content, linkTo) };

    const token = mail.userId && (await noticeTokenOf(pg, mail.userId));
    if (!token) return unwanted;
    if (await markOf(pg, mail.recipient)) return marked;
    const unsubscribeUrl = linkTo(`/api/unsubscribe/${token}`);
    const footer = {
      settings: linkTo('/settings#notifications'),
      unsubscribe: linkTo(unsubscribePath(token)),
      postalAddress,
    };
    return { ...envelope, ...render(content, linkTo, footer), unsubscribeUrl };
  }

  async function settle(mail: Mail, ending: Ending): Promise<void> {
    deliveries.inc({ template: mail.template, outcome: ending.kind });
    const reason = 'reason' in ending ? ending.reason : '';
    const isOver = ending.kind !== 'away' && !(ending.kind === 'unknown' && isSentAgain(mail));
    const template = templateNamed(mail.template);
    const { holdsSecret: isSecret, isFarewell } = template;
    if (isOver) {
      return pg.transaction(async tx => {
        await finish(tx, mail.id, { kind: ending.kind, reason, isSecret, isFarewell });
        await learnFrom(tx, mail, ending);
      });
    }
    const runAt = new Date(clock().getTime() + backoffMs(mail.attempts, 500, 30_000));
    await pg.transaction(tx =>
      putBack(tx, mail.id, { kind: ending.kind, reason, runAt, priority: priorityOf(template) }),
    );
  }

  /** What the end of a mail proves about its address. */
  async function learnFrom(tx: Tx, { template, recipient: email }: Mail, ending: Ending): Promise<void> {
    if (ending.kind === 'sent' && template === testEmail.name) await endMark(tx, email);
    if (ending.kind !== 'refused' || ending.addressRefusal === undefined) return;
    await markAddress(tx, { email, reason: 'refused', at: clock(), detail: ending.addressRefusal });
  }

  return async (mailId: string): Promise<void> => {
    const mail = await findUndone(pg, mailId);
    if (!mail) return;
    if (mail.state === 'sending') return settle(mail, interrupted);
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
const interrupted: Ending = { kind: 'unknown', reason: 'The process ended while it was sending' };

const isSentAgain = (mail: Mail) => isSentAgainWhenUnknown[templateNamed(mail.template).purpose];
