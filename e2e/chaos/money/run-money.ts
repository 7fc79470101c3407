import type { Difference } from './books.ts';
import { type History, historyOf, historyText, killsProcesses } from './history.ts';
import { runHistory } from './run-history.ts';
import type { MoneyServices } from './services.ts';
import { type Shortened, shorten } from './shorten.ts';

export type SeedResult = { seed: number; ms: number; kills: number; differences: Difference[] };

type Options = {
  services: MoneyServices;
  seeds: readonly number[];
  onResult?: (result: SeedResult) => void;
  /** Time for shortening all failing histories. */
  shortenWithinMs: number;
  /** The run ends after this number of failures. */
  mostFailures?: number;
};

export type MoneyReport = { results: SeedResult[]; failures: (SeedResult & { shortest: Shortened })[] };

/** Histories share no user and no ZIP, so several run at once. Kills affect all, so histories with kills run alone. */
const atOnce = 3;

const commandsOf = ({ steps }: History) => steps.reduce((sum, step) => sum + step.length, 0);
const killsOf = ({ steps }: History) => steps.flat().filter(({ command }) => command.kind === 'kill').length;

async function runSeed(services: MoneyServices, seed: number): Promise<SeedResult> {
  const startedAt = Date.now();
  const history = historyOf(seed);
  const differences = await runHistory(services, history, seed);
  return { seed, ms: Date.now() - startedAt, kills: killsOf(history), differences };
}

/** Runs the histories of these seeds and shortens failing ones. */
export async function runMoney(options: Options): Promise<MoneyReport> {
  const { services, seeds, onResult, shortenWithinMs, mostFailures = Number.POSITIVE_INFINITY } = options;
  const results: SeedResult[] = [];
  const failed = () => results.filter(({ differences }) => differences.length > 0);

  async function lane(waiting: number[]): Promise<void> {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      if (failed().length >= mostFailures) return;
      const result = await runSeed(services, seed);
      results.push(result);
      onResult?.(result);
    }
  }

  const waiting = seeds.filter(seed => !killsProcesses(seed));
  await Promise.all(Array.from({ length: atOnce }, () => lane(waiting)));
  await lane(seeds.filter(killsProcesses));

  const deadline = Date.now() + shortenWithinMs;
  const failures: MoneyReport['failures'] = [];
  for (const result of failed()) {
    const { seed, differences } = result;
    const run = (history: History) => runHistory(services, history, seed);
    const whole = { history: historyOf(seed), differences };
    const shortest = await shorten(whole, run, Math.max(0, deadline - Date.now()));
    failures.push({ ...result, shortest });
  }
  return { results, failures };
}

const linesOf = (differences: readonly Difference[]) =>
  differences.map(({ kind, text }) => `  - ${kind}: ${text}`).join('\n');

function failureText({ seed, differences, shortest }: MoneyReport['failures'][number]): string {
  const count = commandsOf(shortest.history);
  const whole = commandsOf(historyOf(seed));
  const shortened = count < whole ? `\nshortened from ${whole} to ${count} commands:` : '';
  return [
    `seed ${seed} (make chaos WHAT=money SEED=${seed} SEEDS=1) left these differences:`,
    linesOf(differences) + shortened,
    historyText(shortest.history),
    ...(shortened ? [linesOf(shortest.differences)] : []),
  ].join('\n');
}

/** Returns the report: failing seeds with their commands and differences. */
export function moneyText({ results, failures }: MoneyReport): string {
  const kills = results.reduce((sum, result) => sum + result.kills, 0);
  const clean = results.length - failures.length;
  return [
    ...failures.map(failureText),
    `${clean} of ${results.length} histories left the books clean; ${kills} kills.`,
  ].join('\n\n');
}
