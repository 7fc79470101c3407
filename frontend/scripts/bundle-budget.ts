import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;
/** `after` is loaded already, so it is not counted. */
type Budget = { page: string; entries: string[]; after: string[] };

const LIMIT_KB = 70;

const dist = join(import.meta.dirname, '../dist');
const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const app = ['index.html', 'src/main.tsx'];
const dashboard = [...app, 'src/features/closings/dashboard-page.tsx'];
/** Code that loads when scrolled into view, in addition to its page's. `npm run budget` measures pages in Chromium. */
const pictures: Budget[] = [
  {
    page: 'charts of the dashboard',
    entries: ['src/features/closings/pictures/pictures.tsx'],
    after: dashboard,
  },
  {
    page: 'map of the dashboard, with the widest outline',
    entries: ['src/features/closings/pictures/own-map.tsx', 'virtual:state-outline/AK'],
    after: dashboard,
  },
  {
    page: 'map of the catalog, with the widest outline',
    entries: ['src/features/catalog/state-map.tsx', 'virtual:state-outline/AK'],
    after: [...app, 'src/features/catalog/catalog-page.tsx'],
  },
  {
    page: 'charts of the admin',
    entries: ['src/features/admin/statistics/trends.tsx'],
    after: [...app, 'src/features/admin/admin-page.tsx', 'src/features/admin/statistics/statistics-tab.tsx'],
  },
];

function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`Expected ${key} in the build's manifest`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

const gzippedKb = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;

const allFilesOf = (entries: readonly string[]) => new Set(entries.flatMap(entry => [...filesOf(entry)]));

function measure({ page, entries, after }: Budget): boolean {
  const there = allFilesOf(after);
  const files = [...allFilesOf(entries)].filter(file => !there.has(file));
  const sizeKb = files.reduce((total, file) => total + gzippedKb(file), 0);
  const fits = sizeKb <= LIMIT_KB;
  console.log(
    `${fits ? 'ok  ' : 'OVER'} ${page}: ${sizeKb.toFixed(1)} of ${LIMIT_KB} KB, ${files.length} files`,
  );
  return fits;
}

if (pictures.map(measure).includes(false)) process.exitCode = 1;
