import fc from 'fast-check';
import type { CardName } from './provider.ts';
import { type KillableName, killable } from './services.ts';

/** A user's state before the history. */
export type Beginning = 'trial' | 'trial-over' | 'paying' | 'card-on-trial';

type OfUser = { user: number };
type Ordering = OfUser & { zips: number[] };

export type Command =
  | ({ kind: 'order' } & Ordering)
  /** At rest, without other commands, right after a quote: the charge must equal the quote. */
  | ({ kind: 'quoted-order' } & Ordering)
  /** The same request twice at once, without other commands: both replies must be equal. */
  | ({ kind: 'order-twice' } & Ordering)
  | ({ kind: 'remove'; pick: number } & OfUser)
  | ({ kind: 'convert' } & OfUser)
  /** Pays an open checkout. `leaves`: the browser closes before it returns to our page. */
  | ({ kind: 'pay'; pick: number; card: CardName; next: 'leaves' | 'returns' } & OfUser)
  /** Pays all open checkouts at once, in several tabs. */
  | ({ kind: 'pay-all' } & OfUser)
  /** Pays, then ends the subscription in the portal before any webhook arrives. */
  | ({ kind: 'pay-and-end' } & OfUser)
  | ({ kind: 'verify' } & OfUser)
  | ({ kind: 'add-card'; card: CardName; next: 'leaves' | 'returns' } & OfUser)
  | ({ kind: 'end-in-portal'; when: 'now' | 'period-end' } & OfUser)
  | ({ kind: 'replace-card' } & OfUser)
  | ({ kind: 'delete-user' } & OfUser)
  | ({ kind: 'suspend' } & OfUser)
  | ({ kind: 'reinstate' } & OfUser)
  | ({ kind: 'end-trial' } & OfUser)
  | { kind: 'assign'; user: number; zip: number }
  | { kind: 'deliver-webhooks' }
  | { kind: 'sweep' }
  | { kind: 'kill'; process: KillableName };

/** A command, and its start in milliseconds after the step's start. */
export type Timed = { command: Command; afterMs: number };
/** Concurrent commands. */
export type Step = Timed[];

export type History = {
  beginnings: Beginning[];
  /** The chance that an event of the provider is delivered after its step; the others come later. */
  promptness: number;
  steps: Step[];
};

export const userCount = 3;
export const zipCount = 8;
export const commandCount = 30;
const mostAtOnce = 4;

const zip = fc.integer({ min: 0, max: zipCount - 1 });
const zips = fc.uniqueArray(zip, { minLength: 1, maxLength: 3 }).map(all => all.toSorted());
const pick = fc.nat({ max: 9 });
const next = fc.constantFrom('leaves' as const, 'returns' as const);

type Weighted = { weight: number; arbitrary: fc.Arbitrary<Command> };

/** Commands of one user that may run concurrently. */
function ofUser(user: number): Weighted[] {
  const of = <const Rest extends object>(weight: number, rest: fc.Arbitrary<Rest>) => ({
    weight,
    arbitrary: rest.map(fields => ({ user, ...fields })),
  });
  const plain = <const Kind extends string>(weight: number, kind: Kind) => of(weight, fc.constant({ kind }));
  return [
    of(12, fc.record({ kind: fc.constant('order' as const), zips })),
    of(3, fc.record({ kind: fc.constant('remove' as const), pick })),
    plain(2, 'convert'),
    of(
      4,
      fc.record({
        kind: fc.constant('pay' as const),
        pick,
        card: fc.constantFrom<CardName>('good', 'good', 'good', 'declined'),
        next,
      }),
    ),
    plain(4, 'pay-all'),
    plain(3, 'pay-and-end'),
    plain(1, 'verify'),
    of(
      2,
      fc.record({
        kind: fc.constant('add-card' as const),
        card: fc.constantFrom<CardName>('good', 'good', 'declined', 'declinedLater'),
        next,
      }),
    ),
    of(
      2,
      fc.record({
        kind: fc.constant('end-in-portal' as const),
        when: fc.constantFrom('now' as const, 'period-end' as const),
      }),
    ),
    plain(1, 'replace-card'),
    plain(2, 'delete-user'),
    plain(1, 'suspend'),
    plain(1, 'reinstate'),
    plain(2, 'end-trial'),
    of(1, fc.record({ kind: fc.constant('assign' as const), zip })),
  ];
}

const user = fc.integer({ min: 0, max: userCount - 1 });
const anyOf = (weighted: Weighted[]) => fc.oneof(...weighted);
const timed = (command: fc.Arbitrary<Command>): fc.Arbitrary<Timed> =>
  fc.record({ command, afterMs: fc.nat({ max: 40 }) });

const several = { minLength: 2, maxLength: mostAtOnce };
/** One user in several tabs, where most races are. */
const ofOneUser = user.chain(one => fc.array(timed(anyOf(ofUser(one))), several));
const ofSeveral = fc.array(timed(user.chain(one => anyOf(ofUser(one)))), several);
/** A user orders while their account is deleted. */
const whileDeleted = user
  .chain(one =>
    fc.tuple(
      timed(fc.constant<Command>({ kind: 'delete-user', user: one })),
      fc.array(timed(zips.map((all): Command => ({ kind: 'order', user: one, zips: all }))), {
        minLength: 2,
        maxLength: mostAtOnce - 1,
      }),
    ),
  )
  .map(([deletion, orders]) => [...orders, deletion]);

const alone = (command: fc.Arbitrary<Command>) => command.map(one => [{ command: one, afterMs: 0 }]);
const orderingAlone = (kind: 'quoted-order' | 'order-twice') =>
  alone(fc.record({ kind: fc.constant(kind), user, zips }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: ofOneUser },
  { weight: 5, arbitrary: ofSeveral },
  { weight: 1, arbitrary: whileDeleted },
  { weight: 2, arbitrary: orderingAlone('quoted-order') },
  { weight: 2, arbitrary: orderingAlone('order-twice') },
  { weight: 2, arbitrary: alone(fc.constant({ kind: 'deliver-webhooks' })) },
  { weight: 1, arbitrary: alone(fc.constant({ kind: 'sweep' })) },
);

/** Limits the steps to the history's number of commands. */
function cut(steps: Step[]): Step[] {
  let left = commandCount;
  return steps.flatMap(commands => {
    const kept = commands.slice(0, Math.max(0, left));
    left -= kept.length;
    return kept.length > 0 ? [kept] : [];
  });
}

const kill = fc.constantFrom(...killable).map(
  (process): Timed => ({
    command: { kind: 'kill', process },
    afterMs: 15,
  }),
);

/** A kill would disturb commands that have to run alone. */
const isBusy = (commands: Step) => commands.length > 1;

/** Kills processes in two of the concurrent steps, a little after their start. */
const withKills = (steps: Step[]) =>
  fc.array(fc.tuple(fc.nat(), kill), { minLength: 2, maxLength: 2 }).map(kills => {
    const busy = steps.filter(isBusy);
    const chosen = kills.map(([at, one]) => ({ commands: busy[at % Math.max(1, busy.length)], one }));
    return steps.map(commands => [
      ...commands,
      ...chosen.flatMap(each => (each.commands === commands ? [each.one] : [])),
    ]);
  });

const history = (steps: fc.Arbitrary<Step[]>): fc.Arbitrary<History> =>
  fc.record({
    beginnings: fc.array(
      fc.constantFrom<Beginning>('trial', 'trial', 'trial-over', 'trial-over', 'paying', 'card-on-trial'),
      { minLength: userCount, maxLength: userCount },
    ),
    promptness: fc.constantFrom(0, 0.2, 0.6, 0.95),
    steps,
  });

const usualSteps = fc.array(step, { minLength: commandCount, maxLength: commandCount }).map(cut);

/** True for every fifth history. */
export const killsProcesses = (seed: number): boolean => seed % 5 === 0;

/** Returns the history of a seed, always the same. */
export function historyOf(seed: number): History {
  const steps = killsProcesses(seed) ? usualSteps.chain(withKills) : usualSteps;
  const [drawn] = fc.sample(history(steps), { seed, numRuns: 1 });
  if (!drawn) throw new Error(`Expected a history of seed ${seed}`);
  return drawn;
}

const letters = 'ABCDEFGH';
export const zipName = (index: number): string => letters[index] ?? '?';

function wordsOf(command: Command): string {
  const { kind, ...fields } = command;
  const values = Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'user') return [];
    if (Array.isArray(value)) return value.map(zipName).join('');
    return name === 'zip' ? zipName(Number(value)) : String(value);
  });
  const who = 'user' in command ? [`user ${command.user}`] : [];
  return [...who, kind, ...values].join(' ');
}

/** Returns a readable history: one line per step, commands separated by bars. */
export function historyText({ beginnings, promptness, steps }: History): string {
  const lines = steps.map(
    (commands, index) =>
      `  ${index + 1}. ${commands.map(({ command, afterMs }) => `${wordsOf(command)}${afterMs > 0 ? ` +${afterMs}ms` : ''}`).join(' | ')}`,
  );
  const users = beginnings.map((beginning, index) => `user ${index} ${beginning}`).join(', ');
  return [`  begins with ${users}; webhooks delivered after a step: ${promptness * 100}%`, ...lines].join(
    '\n',
  );
}
