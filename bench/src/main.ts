/*
 * `make bench` takes every measurement, `make bench WHAT=gateway` one. `memory` measures a running `make start`. `list`,
 * `nation`, `upgrade`, `mails`, `jobs`, `csv` and `paths` use the data of `make nation`. The others start what they need.
 */
const benches = {
  gateway: () => import('./gateway-bench.ts'),
  memory: () => import('./memory-bench.ts'),
  ingest: () => import('./ingest-bench.ts'),
  feeds: () => import('./feeds-bench.ts'),
  upgrade: () => import('./upgrade-bench.ts'),
  list: () => import('./list-bench.ts'),
  nation: () => import('./nation-bench.ts'),
  paths: () => import('./paths-bench.ts'),
  cost: () => import('./cost-bench.ts'),
  digests: () => import('./digests-bench.ts'),
  mails: () => import('./mails-bench.ts'),
  jobs: () => import('./jobs-bench.ts'),
  csv: () => import('./csv-bench.ts'),
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
