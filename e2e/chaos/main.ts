import { startWhole } from '../platform/whole.ts';
import { startAuthAlone } from './accounts/auth-alone.ts';
import { runAccounts } from './accounts/run-accounts.ts';
import { isClean } from './judge.ts';
import { reportText } from './report-text.ts';
import { type ChaosReport, type Kill, runChaos } from './run-chaos.ts';
import { targetsOf } from './targets.ts';

// `make chaos [TARGET=leads-ingest,kafka] [ROUNDS=50] [SEED=1]`: exit code 1 when anything is lost or doubled.
// `make chaos WHAT=accounts`: auth alone, killed while people register, recover and refresh.
const { WHAT = 'product', TARGET = 'all', ROUNDS, SEED = String(Date.now() % 1_000_000) } = process.env;
const say = (text: string) => process.stdout.write(`${text}\n`);
const seed = Number(SEED);
const onKill = ({ target, backAfterMs }: Kill) => say(`${target} was killed, back after ${backAfterMs} ms`);

type Stoppable = { stop(): Promise<void> };

async function on<S extends Stoppable>(stage: S, run: (stage: S) => Promise<ChaosReport>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.stop().then(() => process.exit(130)));
  }
  try {
    const report = await run(stage);
    say(`\n${reportText(report)}`);
    process.exitCode = report.verdicts.every(({ verdict }) => isClean(verdict)) ? 0 : 1;
  } finally {
    await stage.stop();
  }
}

if (WHAT === 'accounts') {
  await on(await startAuthAlone(), stage =>
    runAccounts({ ...stage, rounds: Number(ROUNDS ?? 50), seed, onKill }),
  );
} else {
  await on(await startWhole(), ({ addresses: whole }) => {
    const known = targetsOf(whole);
    const targets = TARGET === 'all' ? known : TARGET.split(',');
    const strangers = targets.filter(target => !known.includes(target));
    if (strangers.length > 0)
      throw new Error(`Cannot kill ${strangers.join(', ')}; there are ${known.join(', ')}`);
    return runChaos({ whole, targets, rounds: Number(ROUNDS ?? 20), seed, onKill });
  });
}
process.exit();
