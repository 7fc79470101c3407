/*
 * `make bench` takes every measurement, `make bench WHAT=gateway` one. Those of the platform want `make start`
 * running in another terminal; `auth`, `gateway`, `hostile`, `ingest` and `cost` start what they need; `list`, `nation`, `mails`, `jobs`, `csv`, `partitions` and
 * `paths` run on what `make nation` made.
 */
const benches = {
  auth: () => import('./auth-bench.ts'),
  gateway: () => import('./gateway-bench.ts'),
  through: () => import('./through-bench.ts'),
  path: () => import('./path-bench.ts'),
  memory: () => import('./memory-bench.ts'),
  hostile: () => import('./hostile-bench.ts'),
  ingest: () => import('./ingest-bench.ts'),
  list: () => import('./list-bench.ts'),
  nation: () => import('./nation-bench.ts'),
  paths: () => import('./paths-bench.ts'),
  cost: () => import('./cost-bench.ts'),
  mails: () => import('./mails-bench.ts'),
  jobs: () => import('./jobs-bench.ts'),
  csv: () => import('./csv-bench.ts'),
  partitions: () => import('./partitions-bench.ts'),
};

const wanted = process.env.WHAT ?? process.argv[2];
const isKnown = (name: string): name is keyof typeof benches => name in benches;

if (wanted !== undefined && wanted !== '' && !isKnown(wanted)) {
  console.error(`Expected WHAT to be one of ${Object.keys(benches).join(', ')}; got '${wanted}'`);
  process.exit(2);
}
const names = wanted && isKnown(wanted) ? [wanted] : (Object.keys(benches) as (keyof typeof benches)[]);
for (const name of names) {
  console.log(`\n${name}`);
  const bench = await benches[name]();
  await bench.measure();
}
process.exit(0);
