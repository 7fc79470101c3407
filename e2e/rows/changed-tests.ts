import { basename } from 'node:path';

export type ChangedTests = {
  /** Folders all of whose unit and server tests run. */
  folders: string[];
  /** Modules of several packages: the tests that import them run. */
  modules: string[];
  journeys: string[];
};

export type Journey = { file: string; screens: readonly string[] };

/** The way from registration to a list: it crosses every process. */
const MAIN_JOB = 'e2e/main-job.journey.ts';
const MOST_JOURNEYS = 6;

const unique = (values: string[]) => [...new Set(values)].toSorted();

const folderOf = (file: string) =>
  /^(?:(?:services|infra)\/[^/]+|gateway|chassis|frontend|bench|e2e\/[^/]+)\//.exec(file)?.[0].slice(0, -1);

/** Its title is in docs/spec-coverage.md. */
const isTest = (file: string) => /\.(test|journey)\.tsx?$/.test(file);
const isModule = (file: string) => /\.tsx?$/.test(file);
const isImported = (file: string) => /^(contracts|chassis|infra\/(topology|local)|e2e\/[^/]+)\//.test(file);
const isProduct = (file: string) => /^(services|gateway|contracts|chassis|frontend\/src)\//.test(file);

/** The journeys that name most of the screens. */
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
 * The tests that a change of these files can affect. `screensOf` returns the paths of the pages that a folder of
 * `frontend/src/features` makes, as rows name them.
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
