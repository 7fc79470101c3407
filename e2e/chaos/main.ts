import { startWhole } from '../platform/whole.ts';
import { runAccounts } from './accounts/run-accounts.ts';
import { kinds } from './faults/kinds.ts';
import { isClean } from './judge.ts';
import { testMoney } from './money/test-money.ts';
import { reportText } from './report-text.ts';
import { type ChaosReport, type Fault, runChaos } from './run-chaos.ts';
import { requests } from './workloads/requests.ts';

// `make chaos [KIND=kill] [TARGET=leads-ingest,kafka] [ROUNDS=1] [SECONDS=20] [SEED=1]`: exit code 1 when anything is
// lost or doubled. `make chaos WHAT=accounts`: auth is killed while users register, recover and refresh.
// `make chaos WHAT=money [SEEDS=500] [SEED=1]`: histories of orders, payments and deletions, from this seed on.
const { WHAT = 'product', KIND = 'kill', TARGET = 'all', ROUNDS, SECONDS } = process.env;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const settleWithinMs = 900_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

type Stoppable = { stop(): Promise<void> };

async function on<S extends Stoppable>(
  stage: S,
  what: string,
  run: (stage: S) => Promise<ChaosReport>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.stop().then(() => process.exit(130)));
  }
  try {
    const report = await run(stage);
    print(`\n${reportText(report, what)}`);
    process.exitCode = report.verdicts.every(({ verdict }) => isClean(verdict)) ? 0 : 1;
  } finally {
    await stage.stop();
  }
}

function onlyKnown(wanted: readonly string[], known: readonly string[], what: string): readonly string[] {
  const strangers = wanted.filter(name => !known.includes(name));
  if (strangers.length === 0) return wanted;
  throw new Error(`Expected ${what} among ${known.join(', ')}, got ${strangers.join(', ')}`);
}

async function testProduct(): Promise<void> {
  onlyKnown([KIND], Object.keys(kinds), 'KIND');
  const kind = kinds[KIND];
  if (kind === undefined) return;
  const onFault = ({ target, backAfterMs }: Fault) =>
    print(`${kind.what} ${target}, all is ready after ${backAfterMs} ms`);
  const injector = await kind.start(Number(SECONDS ?? kind.seconds) * 1_000);
  await on(injector, kind.what, ({ addresses: whole, targets, inject }) => {
    const wanted = TARGET === 'all' ? targets : onlyKnown(TARGET.split(','), targets, 'TARGET');
    const besides = kind.failsNoRequest
      ? (stage: Parameters<typeof requests>[0]) => [requests(stage)]
      : () => [];
    return runChaos({
      whole,
      targets: wanted,
      rounds: Number(ROUNDS ?? 1),
      inject,
      besides,
      settleWithinMs,
      seed,
      onFault,
    });
  });
}

async function testAccounts(): Promise<void> {
  const onFault = ({ target, backAfterMs }: Fault) =>
    print(`${target} was killed, back after ${backAfterMs} ms`);
  await on(await startWhole(), 'SIGKILL', ({ addresses: whole }) =>
    runAccounts({ whole, rounds: Number(ROUNDS ?? 50), seed, onFault }),
  );
}

const tests: Record<string, () => Promise<void>> = {
  product: testProduct,
  accounts: testAccounts,
  money: () => testMoney(print),
};

onlyKnown([WHAT], Object.keys(tests), 'WHAT');
await tests[WHAT]?.();
process.exit();
