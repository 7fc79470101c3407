import { defineConfig } from 'vitest/config';

// The unit tests that `make mutate` runs against each changed rule.
export default defineConfig({
  test: {
    name: 'unit',
    include: ['services/{billing,catalog,leads}/src/domain/*.test.ts'],
    setupFiles: ['e2e/rows/vitest-rows.ts'],
  },
});
