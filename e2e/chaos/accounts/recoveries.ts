import type { User } from '../../platform/user.ts';
import { countMails, unknownMails } from '../look.ts';
import { untilReplied, verdictOf } from '../verdict.ts';
import type { Stage } from '../workload.ts';
import { aMember, opens } from './credentials.ts';
import {
  aboutPassword,
  choosePassword,
  NEW_PASSWORD,
  secretFor,
  useNewestLink,
  whatStillWorks,
} from './recovery-steps.ts';
import { PER_ROUND, type RoundWorkload, SHORTLY_MS, times } from './round-workload.ts';

type Forgetful = { user: User; asked: number; isAcknowledged: boolean; isChanged: boolean };

function ask(forgetful: Forgetful) {
  const { user } = forgetful;
  forgetful.asked += 1;
  return user.call('POST', '/api/auth/reset-password', { email: user.email });
}

/** Users set a new password with the emailed link. */
export function recoveries({ whole }: Stage): RoundWorkload {
  let now: Forgetful[] = [];
  const all: Forgetful[] = [];
  const changed = new Map<string, number>();
  const wrong = new Map<string, number>();
  let cutOff = 0;
  let afterCommit = 0;

  async function recover(forgetful: Forgetful): Promise<void> {
    if ((await verdictOf(ask(forgetful))).verdict !== 'accepted') return;
    forgetful.isAcknowledged = true;
    const { user } = forgetful;
    const secret = await secretFor(whole, user.email, SHORTLY_MS);
    if (secret === undefined) return;
    forgetful.isChanged = (await verdictOf(choosePassword(user, secret))).verdict === 'accepted';
  }

  async function finish(forgetful: Forgetful): Promise<void> {
    cutOff += 1;
    if (await opens(whole, forgetful.user.email, NEW_PASSWORD)) afterCommit += 1;
    if (!forgetful.isAcknowledged) await untilReplied(() => ask(forgetful));
    await useNewestLink(whole, forgetful.user);
  }

  async function carryOn(forgetful: Forgetful): Promise<void> {
    const { user, isChanged } = forgetful;
    if (!isChanged) await finish(forgetful);
    if (!(await opens(whole, user.email, NEW_PASSWORD))) return;
    changed.set(user.email, 1);
    for (const fault of await whatStillWorks(whole, user)) wrong.set(fault, 1);
  }

  return {
    name: 'recoveries',
    async prepare() {
      const users = await Promise.all(times(PER_ROUND, () => aMember(whole)));
      now = users.map(user => ({ user, asked: 0, isAcknowledged: false, isChanged: false }));
      all.push(...now);
    },
    act: async () => void (await Promise.all(now.map(recover))),
    mend: async () => void (await Promise.all(now.map(carryOn))),
    async observe() {
      const sent = all.map(({ user }) => ({ key: user.email, verdict: 'accepted' as const }));
      const askedAgain = all.filter(({ asked }) => asked > 1).map(({ user }) => user.email);
      const unknown = await unknownMails(whole, 'reset-password', 'recipient');
      const counts = await countMails(whole, ({ subject, to }) =>
        aboutPassword(subject) ? to[0]?.address : undefined,
      );
      const faults = [...wrong.keys()].map(key => ({ key, verdict: 'refused' as const }));
      return [
        { where: 'mail with the link', sent, counts, mayRepeat: new Set([...askedAgain, ...unknown]) },
        { where: 'the new password works', sent, counts: changed },
        { where: 'old password, used link', sent: faults, counts: wrong },
      ];
    },
    counts: () => ({ begun: all.length, cutOff, afterCommit }),
  };
}
