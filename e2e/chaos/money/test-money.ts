import setUpServers from '@closingwire/local/testing/vitest-servers';
import { moneyText, runMoney } from './run-money.ts';
import { startMoneyServices } from './services.ts';

const shortenWithinMs = 300_000;

/** `make chaos WHAT=money`: runs SEEDS histories from SEED on; exit code 1 if one leaves differences. */
export async function testMoney(print: (text: string) => void): Promise<void> {
  const { SEED = '1', SEEDS = '500' } = process.env;
  const seeds = Array.from({ length: Number(SEEDS) }, (_, index) => Number(SEED) + index);
  const stopServers = await setUpServers();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await stopServers?.();
      process.exit(130);
    });
  }
  try {
    const services = await startMoneyServices();
    try {
      const report = await runMoney({
        services,
        seeds,
        shortenWithinMs,
        onResult: ({ seed, ms, differences }) => {
          const kinds = [...new Set(differences.map(({ kind }) => kind))].join(', ');
          print(`seed ${seed}: ${kinds || 'clean'}, ${ms} ms`);
        },
      });
      print(`\n${moneyText(report)}`);
      process.exitCode = report.failures.length === 0 ? 0 : 1;
    } finally {
      await services.stop();
    }
  } finally {
    await stopServers?.();
  }
}
