import { basename } from 'node:path';

export type ChangedTests = {
  /** Folders whose unit and server tests all run. */
  folders: string[];
  /** Changed modules of shared packages; the tests that import them run. */
  modules: string[];
  journeys: string[];
};

export type Journey = { file: string; screens: readonly string[] };

/** From registration to a list: it uses every process. */
const MAIN_JOB = 'e2e/main-job.journey.ts';
const MOST_JOURNEYS = 6;

const unique = (values: string[]) => [...new Set(values)].toSorted();

const folderOf = (file: string) =>
  /^(?:(?:services|infra)\/[^/]+|gateway|chassis|frontend|bench|e2e\/[^/]+)\//.exec(file)?.[0].slice(0, -1);

/** docs/spec-coverage.md contains test titles. */
const isTest = (file: string) => /\.(test|journey)\.tsx?$/.test(file);
const isModule = (file: string) => /\.tsx?$/.test(file);
const isImported = (file: string) => /^(contracts|chassis|infra\/(topology|local)|e2e\/[^/]+)\//.test(file);
const isProduct = (file: string) => /^(services|gateway|contracts|chassis|frontend\/src)\//.test(file);

/** Returns the journeys with the most rows on these screens. */
function journeysAt(screens: ReadonlySet<string>, journeys: readonly Journey[]): string[] {
  const shared = (journey: Journey) => journey.screens.filter(screen => screens.has(screen)).length;
  return journeys
    .map(journey => ({ file: journey.file, count: shared(journey) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_JOURNEYS)
    .map(({ file }) => file);
}

/**
 * Returns the tests that a change of these files can affect. `screensOf` returns the page paths of a folder in
 * `frontend/src/features`, as rows name them.
 */
export function changedTests(
  files: readonly string[],
  { journeys, screensOf }: { journeys: readonly Journey[]; screensOf: (feature: string) => string[] },
): ChangedTests {
  const features = files.flatMap(file => /^frontend\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? []);
  const screens = new Set(unique(features).flatMap(screensOf));
  const changedJourneys = files.filter(file => basename(file).endsWith('.journey.ts'));
  return {
    folders: unique([
      ...files.flatMap(file => folderOf(file) ?? []),
      ...(files.some(isTest) ? ['e2e/rows'] : []),
    ]),
    modules: unique(files.filter(file => isImported(file) && isModule(file))),
    journeys: unique([
      ...changedJourneys,
      ...journeysAt(screens, journeys),
      ...(files.some(isProduct) ? [MAIN_JOB] : []),
    ]),
  };
}
