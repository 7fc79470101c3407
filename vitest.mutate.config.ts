import { configDefaults, defineConfig } from 'vitest/config';

// The unit tests that `make mutate` runs against each changed rule.
export default defineConfig({
  test: {
    name: 'unit',
    include: ['services/{billing,catalog,leads}/src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.int.test.ts'],
    setupFiles: ['e2e/rows/vitest-rows.ts'],
  },
});
