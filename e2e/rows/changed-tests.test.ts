import { expect, it } from 'vitest';
import { changedTests } from './changed-tests.ts';

const journeys = [
  { file: 'e2e/lists.journey.ts', screens: ['/dashboard', '/dashboard', '/zips'] },
  { file: 'e2e/catalog.journey.ts', screens: ['/zips'] },
];
const screensOf = (feature: string) => (feature === 'closings' ? ['/dashboard'] : []);
const testsOf = (...files: string[]) => changedTests(files, { journeys, screensOf });

it('runs the tests of a service, and the main job', () => {
  expect(testsOf('services/billing/migrations/0001_accounts.sql', 'services/billing/src/price.ts')).toEqual({
    folders: ['services/billing'],
    modules: [],
    journeys: ['e2e/main-job.journey.ts'],
  });
});

it('runs what imports a module of contracts', () => {
  expect(testsOf('contracts/src/billing.ts').modules).toEqual(['contracts/src/billing.ts']);
});

it('runs the journeys at the screens of a feature', () => {
  expect(testsOf('frontend/src/features/closings/queries.ts').journeys).toEqual([
    'e2e/lists.journey.ts',
    'e2e/main-job.journey.ts',
  ]);
});

it('runs a changed journey, and the test of its rows', () => {
  expect(testsOf('e2e/catalog.journey.ts')).toEqual({
    folders: ['e2e/rows'],
    modules: [],
    journeys: ['e2e/catalog.journey.ts'],
  });
});

it('runs nothing for a document', () => {
  expect(testsOf('docs/glossary.md', 'README.md')).toEqual({ folders: [], modules: [], journeys: [] });
});
