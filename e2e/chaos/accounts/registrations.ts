import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { linkIn, mailsTo } from '../../platform/mail-sink.ts';
import { aVisitor, pressLink, signUpOf, type User } from '../../platform/user.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { countIn, countKeys } from '../look.ts';
import { eventsOf } from '../topic.ts';
import { untilReplied, verdictOf } from '../verdict.ts';
import type { Observation, Stage } from '../workload.ts';
import { opens } from './credentials.ts';
import { PER_ROUND, type RoundWorkload, SHORTLY_MS, times } from './round-workload.ts';

type Applicant = { user: User; step: 'begun' | 'signed up' | 'confirmed' };

async function linksOf({ mailApiUrl }: WholeAddresses, email: string): Promise<string[]> {
  const mails = (await mailsTo(mailApiUrl, email)).filter(({ subject }) => /confirm/i.test(subject));
  return mails.map(mail => linkIn(mail, '/api/auth/confirm'));
}

const someLinks = (whole: WholeAddresses, email: string, timeoutMs: number) =>
  until(async () => (await linksOf(whole, email)).length > 0, { timeoutMs, everyMs: 50 })
    .then(() => linksOf(whole, email))
    .catch((): string[] => []);

async function isDoneUnanswered(
  whole: WholeAddresses,
  { user: { email }, step }: Applicant,
): Promise<boolean> {
  const sql = 'select email as key from users where email = any($1)';
  const confirmed = `${sql} and email_confirmed_at is not null`;
  const found = await countIn(whole, 'auth', step === 'begun' ? sql : confirmed, [email]);
  return found.has(email);
}

/** Users register and press the button on the emailed link's page. */
export function registrations({ whole, random }: Stage): RoundWorkload {
  let now: Applicant[] = [];
  const all: Applicant[] = [];
  const signedIn = new Map<string, number>();
  let cutOff = 0;
  let afterCommit = 0;

  const signUp = ({ user }: Applicant) => user.call('POST', '/api/auth/signup', signUpOf(user));

  async function open({ user }: Applicant, link: string): Promise<boolean> {
    const outcome = await verdictOf(pressLink(user, link));
    return outcome.verdict === 'accepted';
  }

  async function apply(applicant: Applicant): Promise<void> {
    if ((await verdictOf(signUp(applicant))).verdict !== 'accepted') return;
    applicant.step = 'signed up';
    const [link] = await someLinks(whole, applicant.user.email, SHORTLY_MS);
    if (link !== undefined && (await open(applicant, link))) applicant.step = 'confirmed';
  }

  async function finish(applicant: Applicant): Promise<void> {
    const { user } = applicant;
    // A user without a reply to the sign-up waits for the email or signs up again.
    const waits = applicant.step === 'signed up' || random.next() < 0.5;
    const patience = applicant.step === 'signed up' ? 30_000 : SHORTLY_MS;
    let links = waits ? await someLinks(whole, user.email, patience) : [];
    if (links.length === 0 && applicant.step === 'begun') {
      await untilReplied(() => signUp(applicant));
      links = await someLinks(whole, user.email, 30_000);
    }
    for (const link of links.toReversed()) await untilReplied(() => pressLink(user, link));
  }

  async function carryOn(applicant: Applicant): Promise<void> {
    if (applicant.step !== 'confirmed') {
      cutOff += 1;
      if (await isDoneUnanswered(whole, applicant)) afterCommit += 1;
      await finish(applicant);
    }
    const { email, password } = applicant.user;
    if (await opens(whole, email, password)) signedIn.set(email, 1);
  }

  return {
    name: 'registrations',
    async prepare() {
      now = times(PER_ROUND, () => ({ user: aVisitor(whole), step: 'begun' as const }));
      all.push(...now);
    },
    act: async () => void (await Promise.all(now.map(apply))),
    mend: async () => void (await Promise.all(now.map(carryOn))),
    observe: () =>
      observationsOf(
        whole,
        all.map(({ user }) => user.email),
        signedIn,
      ),
    counts: () => ({ begun: all.length, cutOff, afterCommit }),
  };
}

async function observationsOf(
  whole: WholeAddresses,
  emails: readonly string[],
  signedIn: Map<string, number>,
): Promise<Observation[]> {
  const sent = emails.map(key => ({ key, verdict: 'accepted' as const }));
  const inTable = (service: string, table: string) =>
    countIn(whole, service, `select email as key from ${table} where email = any($1)`, emails);
  const events = await eventsOf(whole, userRegistered);
  return [
    { where: 'signs in', sent, counts: signedIn },
    { where: 'auth: users', sent, counts: await inTable('auth', 'users') },
    { where: 'notifications: users', sent, counts: await inTable('notifications', 'users') },
    { where: 'auth: identities', sent, counts: await inTable('auth', 'identities') },
    {
      where: 'topic user.registered',
      sent,
      counts: countKeys(events.map(({ email }) => ({ key: email }))),
    },
  ];
}
