import { type Answer, somePassword, type User } from '../../platform/user.ts';
import { countIn } from '../look.ts';
import { untilReplied, verdictOf } from '../verdict.ts';
import type { Stage } from '../workload.ts';
import { aMember } from './credentials.ts';
import { PER_ROUND, type RoundWorkload, times } from './round-workload.ts';

type Tokens = { access_token: string; refresh_token: string };
type Member = { user: User; tokens: Tokens; received: number };

const WIRE = '/api/auth/v1';
const OF_USERS = 'join users u on u.id = s.user_id where u.email = any($1)';
const SESSIONS = `select u.email as key from sessions s ${OF_USERS}`;
const TOKENS = `select u.email as key from refresh_tokens r join sessions s on s.id = r.session_id ${OF_USERS}`;

const tokensOf = ({ json }: Answer) => json as Tokens;

/** Clients refresh their sessions repeatedly. */
export function refreshes({ whole }: Stage): RoundWorkload {
  let now: Member[] = [];
  const all: Member[] = [];
  const renewed = new Map<string, number>();
  let cutOff = 0;
  let begun = 0;
  let afterCommit = 0;

  async function signedIn(): Promise<Member> {
    const user = await aMember(whole);
    const { email } = user;
    const answer = await user.call('POST', `${WIRE}/token?grant_type=password`, {
      email,
      password: somePassword,
    });
    return { user, tokens: tokensOf(answer), received: 1 };
  }

  const refresh = ({ user, tokens }: Member) =>
    user.call('POST', `${WIRE}/token?grant_type=refresh_token`, { refresh_token: tokens.refresh_token });

  async function refreshOnAndOn(member: Member): Promise<void> {
    for (;;) {
      begun += 1;
      const outcome = await verdictOf(refresh(member));
      if (outcome.verdict !== 'accepted') break;
      member.tokens = tokensOf(outcome.answer);
      member.received += 1;
    }
    cutOff += 1;
  }

  /**
   * Repeats the request with the client's current token, as a client without a reply does, and continues from the
   * reply.
   */
  async function comeAgain(member: Member): Promise<boolean> {
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await untilReplied(() => refresh(member));
      if (outcome.verdict !== 'accepted') return false;
      member.tokens = tokensOf(outcome.answer);
    }
    const authorization = `Bearer ${member.tokens.access_token}`;
    const who = await untilReplied(() =>
      member.user.call('GET', `${WIRE}/user`, undefined, { authorization }),
    );
    return who.verdict === 'accepted';
  }

  return {
    name: 'refreshes',
    async prepare() {
      now = await Promise.all(times(PER_ROUND, signedIn));
      all.push(...now);
    },
    act: async () => void (await Promise.all(now.map(refreshOnAndOn))),
    async mend() {
      for (const { user, received } of now) {
        const made = await countIn(whole, 'auth', TOKENS, [user.email]);
        if ((made.get(user.email) ?? 0) > received) afterCommit += 1;
      }
      for (const member of now) if (await comeAgain(member)) renewed.set(member.user.email, 1);
    },
    async observe() {
      const emails = all.map(({ user }) => user.email);
      const sent = emails.map(key => ({ key, verdict: 'accepted' as const }));
      const count = (sql: string) => countIn(whole, 'auth', sql, emails);
      return [
        { where: 'goes on after the kill', sent, counts: renewed },
        {
          where: 'auth: sessions',
          sent,
          counts: await count(SESSIONS),
        },
        {
          where: 'auth: live tokens',
          sent,
          counts: await count(`${TOKENS} and r.revoked_at is null`),
        },
      ];
    },
    counts: () => ({ begun, cutOff, afterCommit }),
  };
}
