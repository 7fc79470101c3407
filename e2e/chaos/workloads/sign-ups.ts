import { userRegistered } from '@closingwire/contracts/auth';
import { linkIn, mailAbout } from '../../platform/mail-sink.ts';
import { aVisitor, signUpOf, type User } from '../../platform/user.ts';
import { countIn, countKeys, countMails, unknownMails } from '../look.ts';
import { eventsOf } from '../topic.ts';
import { untilReplied, verdictOf } from '../verdict.ts';
import type { Observation, ReplyKind, Sent, Stage, Workload } from '../workload.ts';

/** Users register and open the emailed link; confirmed ones join `users`. */
export function signUps({ whole }: Stage, users: User[]): Workload {
  const registered: Sent[] = [];
  const confirmed: Sent[] = [];

  async function observe(): Promise<Observation[]> {
    const emails = confirmed.map(({ key }) => key);
    const inTable = (database: string, table: string) =>
      countIn(whole, database, `select email as key from ${table} where email = any($1)`, emails);
    const events = await eventsOf(whole, userRegistered);
    return [
      {
        where: 'confirmation mail',
        sent: registered,
        counts: await countMails(whole, ({ subject, to }) =>
          /confirm/i.test(subject) ? to[0]?.address : undefined,
        ),
        mayRepeat: await unknownMails(whole, 'confirm-email', 'recipient'),
      },
      { where: 'auth: users', sent: confirmed, counts: await inTable('auth', 'users') },
      {
        where: 'topic user.registered',
        sent: confirmed,
        counts: countKeys(events.map(({ email }) => ({ key: email }))),
      },
      { where: 'billing: accounts', sent: confirmed, counts: await inTable('billing', 'accounts') },
      { where: 'leads: users', sent: confirmed, counts: await inTable('leads', 'users') },
      {
        where: 'welcome mail',
        sent: confirmed,
        counts: await countMails(whole, ({ subject, to }) =>
          /has begun/.test(subject) ? to[0]?.address : undefined,
        ),
        mayMiss: await unknownMails(whole, 'welcome', 'recipient'),
      },
    ];
  }

  return {
    name: 'sign-ups',
    pauseMs: 500,
    async step() {
      const user = aVisitor(whole);
      const { verdict } = await verdictOf(user.call('POST', '/api/auth/signup', signUpOf(user)));
      registered.push({ key: user.email, verdict });
      if (verdict !== 'accepted') return;
      const mail = await mailAbout(whole.mailApiUrl, user.email, /confirm/i).catch(() => undefined);
      if (mail === undefined) return;
      const opened = await openLink(user, linkIn(mail, '/api/auth/confirm'));
      confirmed.push({ key: user.email, verdict: opened });
      if (opened === 'accepted') users.push(user);
    },
    observe,
  };
}

/** Opens the link until there is a reply. An unanswered request may have used the link. */
async function openLink(user: User, link: string): Promise<ReplyKind> {
  const outcome = await untilReplied(() => user.call('GET', link));
  if (outcome.verdict !== 'accepted') return outcome.verdict;
  return outcome.answer.headers.get('location')?.includes('/zips') ? 'accepted' : 'unanswered';
}
