import { startWhole } from '../platform/whole.ts';
import { isClean } from './judge.ts';
import { reportText } from './report-text.ts';
import { runChaos } from './run-chaos.ts';
import { targetsOf } from './targets.ts';

// `make chaos [TARGET=leads-ingest,kafka] [ROUNDS=50] [SEED=1]`: exit code 1 when anything is lost or doubled.
const { TARGET = 'all', ROUNDS = '20', SEED = String(Date.now() % 1_000_000) } = process.env;
const say = (text: string) => process.stdout.write(`${text}\n`);

const whole = await startWhole();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void whole.stop().then(() => process.exit(130)));
}
try {
  const known = targetsOf(whole.addresses);
  const targets = TARGET === 'all' ? known : TARGET.split(',');
  const strangers = targets.filter(target => !known.includes(target));
  if (strangers.length > 0)
    throw new Error(`Cannot kill ${strangers.join(', ')}; there are ${known.join(', ')}`);
  const report = await runChaos({
    whole: whole.addresses,
    targets,
    rounds: Number(ROUNDS),
    seed: Number(SEED),
    onKill: ({ target, backAfterMs }) => say(`${target} was killed, back after ${backAfterMs} ms`),
  });
  say(`\n${reportText(report)}`);
  process.exitCode = report.verdicts.every(({ verdict }) => isClean(verdict)) ? 0 : 1;
} finally {
  await whole.stop();
}
process.exit();
