import { newId } from '@closingwire/chassis/ids';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { aVisitor } from '../../platform/user.ts';
import { countKeys, countMails, documentsOf, unknownMails } from '../look.ts';
import { eventsOf } from '../topic.ts';
import { verdictOf } from '../verdict.ts';
import type { Sent, Stage, Workload } from '../workload.ts';

/** Visitors send each message to support once, whatever the reply. */
export function contactMessages({ whole }: Stage): Workload {
  const sent: Sent[] = [];
  const visitor = aVisitor(whole);
  return {
    name: 'contact messages',
    pauseMs: 1_100,
    async step() {
      const subject = `Question ${newId()}`;
      const message = { name: 'Ada Example', email: visitor.email, subject, message: 'How does it work?' };
      const { verdict } = await verdictOf(visitor.call('POST', '/api/contact', message));
      sent.push({ key: subject, verdict });
    },
    async observe() {
      const documents = await documentsOf<{ _id: string; subject: string }>(
        whole,
        'content',
        'contactMessages',
      );
      const events = await eventsOf(whole, contactMessageReceived);
      const unknown = await unknownMails(whole, 'contact-message', 'subject_key');
      const subjects = documents.filter(({ _id }) => unknown.has(_id)).map(({ subject }) => subject);
      const bySubject = (messages: { subject: string }[]) =>
        countKeys(messages.map(({ subject }) => ({ key: subject })));
      return [
        { where: 'content: messages', sent, counts: bySubject(documents) },
        { where: 'topic contact-message.received', sent, counts: bySubject(events) },
        {
          where: 'mail to support',
          sent,
          counts: await countMails(whole, mail => /^\[Contact\] (.*)/.exec(mail.subject)?.[1]),
          mayRepeat: new Set(subjects),
        },
      ];
    },
  };
}
