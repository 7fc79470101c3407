import { userRegistered } from '@closingwire/contracts/auth';
import { linkIn, mailAbout } from '../../platform/mail-sink.ts';
import { aPerson, type Person, signUpOf } from '../../platform/person.ts';
import { answeredBy, untilAnswered } from '../answered.ts';
import { countIn, countKeys, countMails, unknownMails } from '../look.ts';
import { eventsOf } from '../topic.ts';
import type { Answered, Observation, Sent, Stage, Workload } from '../workload.ts';

/** People register and open the link in their mail; those who get through join `people`. */
export function signUps({ whole }: Stage, people: Person[]): Workload {
  const registered: Sent[] = [];
  const confirmed: Sent[] = [];

  async function observe(): Promise<Observation[]> {
    const emails = confirmed.map(({ key }) => key);
    const inTable = (database: string, table: string) =>
      countIn(whole, database, `select email as key from ${table} where email = any($1)`, emails);
    const events = await eventsOf(whole, userRegistered);
    return [
      {
        place: 'confirmation mail',
        sent: registered,
        counts: await countMails(whole, ({ subject, to }) =>
          /confirm/i.test(subject) ? to[0]?.address : undefined,
        ),
        mayRepeat: await unknownMails(whole, 'confirm-email', 'recipient'),
      },
      { place: 'auth: users', sent: confirmed, counts: await inTable('auth', 'users') },
      {
        place: 'topic user.registered',
        sent: confirmed,
        counts: countKeys(events.map(({ email }) => ({ key: email }))),
      },
      { place: 'billing: accounts', sent: confirmed, counts: await inTable('billing', 'accounts') },
      { place: 'leads: users', sent: confirmed, counts: await inTable('leads', 'users') },
      {
        place: 'welcome mail',
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
      const person = aPerson(whole);
      const { answered } = await answeredBy(person.call('POST', '/api/auth/signup', signUpOf(person)));
      registered.push({ key: person.email, answered });
      if (answered !== 'accepted') return;
      const mail = await mailAbout(whole.mailApiUrl, person.email, /confirm/i).catch(() => undefined);
      if (mail === undefined) return;
      const opened = await openLink(person, linkIn(mail, '/api/auth/confirm'));
      confirmed.push({ key: person.email, answered: opened });
      if (opened === 'accepted') people.push(person);
    },
    observe,
  };
}

/** Clicks until somebody answers. A link that was used up by an unanswered click leaves the person guessing. */
async function openLink(person: Person, link: string): Promise<Answered> {
  const outcome = await untilAnswered(() => person.call('GET', link));
  if (outcome.answered !== 'accepted') return outcome.answered;
  return outcome.answer.headers.get('location')?.includes('/zips') ? 'accepted' : 'unanswered';
}
