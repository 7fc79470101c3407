import { configDefaults, defineConfig } from 'vitest/config';
import { SlowFirst } from './infra/local/src/testing/slow-first.ts';

const exclude = [...configDefaults.exclude, '**/.local/**'];
const globalSetup = ['infra/local/src/testing/vitest-servers.ts'];

/**
 * Journeys that disturb all others, or that all others disturb: settings, figures, response times and restarts. `faults`
 * takes longest and has its own product, so that the others run one after another beside it.
 */
const alone = ['authorization', 'faults', 'hostile-input', 'site-figures', 'site-settings', 'suspension'].map(
  name => `e2e/${name}.journey.ts`,
);
const journeys = {
  globalSetup: ['e2e/platform/vitest-whole.ts'],
  testTimeout: 180_000,
  hookTimeout: 300_000,
  // Files of a worker share its modules and its browser.
  isolate: false,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The default of a second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['e2e/rows/vitest-rows.ts'],
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './infra/local/src/testing/file-times-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.{int,api,cluster}.test.ts'],
          setupFiles: ['infra/local/src/testing/own-modules.ts'],
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: [
            '**/*.int.test.ts',
            '{services,infra}/*/test/**/*.api.test.ts',
            'gateway/test/*.api.test.ts',
          ],
          exclude,
          globalSetup,
          setupFiles: ['chassis/src/testing/vitest-clear.ts'],
          // Longer than the patience of a step on a busy machine.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // They wait for servers and timers more than they compute.
          maxWorkers: 6,
          // Files of a worker share its modules.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'manifests',
          include: ['infra/k8s/test/*.cluster.test.ts'],
          exclude,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'production',
          include: ['e2e/containers/*.production.ts'],
          exclude,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          exclude: [...exclude, ...alone],
          // They wait for services and timers more than they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: 'journeys-alone',
          include: alone,
          exclude,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
