import { existsSync, readdirSync } from 'node:fs';

// Imports go one way: services and gateway → chassis → contracts, frontend → contracts. The rules follow
// from the folders: a new service is held to them from its first file on.

const servicesOf = folder => (existsSync(folder) ? readdirSync(folder).map(name => `${folder}/${name}`) : []);

const mayImport = {
  contracts: [],
  chassis: ['contracts'],
  gateway: ['contracts', 'chassis'],
  frontend: ['contracts'],
  ...Object.fromEntries(servicesOf('services').map(folder => [folder, ['contracts', 'chassis']])),
  ...Object.fromEntries(servicesOf('infra').map(folder => [folder, ['contracts', 'chassis']])),
  // The files of each way to start the product are written from the table of processes and settings.
  'infra/topology': [],
  'infra/operations': ['contracts', 'chassis', 'infra/topology'],
  'infra/local': ['contracts', 'chassis', 'infra/topology', 'infra/operations'],
  'infra/k8s': ['contracts', 'infra/local', 'infra/topology'],
  'infra/production': ['infra/local', 'infra/operations', 'infra/topology'],
  e2e: [
    'contracts',
    'chassis',
    'infra/local',
    'infra/observability',
    'infra/operations',
    'infra/production',
    'infra/topology',
  ],
  bench: ['contracts', 'chassis', 'infra/local', 'infra/topology', 'e2e'],
};

const houses = Object.keys(mayImport);
const inside = folders => `^(${folders.join('|')})/`;

// Which slices of a service may import which: whatever is not named here, and each arrow back, is refused. Files
// beside the slices (service.ts, replicas.ts) are no slice: they join them, and slices may read what they declare.
const sliceArrows = {
  'services/notifications': {
    users: ['delivery'],
    addresses: ['delivery'],
    lists: ['delivery', 'users'],
    trials: ['delivery', 'users'],
    digest: ['delivery', 'users'],
    mails: ['addresses', 'delivery', 'digest', 'lists', 'trials', 'users'],
  },
  'services/catalog': { waits: ['zips'], claims: ['waits', 'webhook', 'zips'] },
  'services/content': {},
  'services/leads': {
    contacts: ['feeds', 'reading', 'sources'],
    flags: ['contacts', 'identity', 'lists', 'loading', 'opt-out', 'own-lists', 'reading'],
    undo: ['identity', 'loading'],
    partners: ['lists', 'today'],
    feeds: ['loading', 'reading', 'receiving', 'sources'],
    identity: ['opt-out', 'own-lists', 'reading', 'sources'],
    lists: ['contacts', 'outcomes', 'sources'],
    outcomes: ['identity'],
    today: ['contacts', 'identity', 'lists', 'outcomes', 'sources'],
    exports: ['contacts', 'lists', 'sources', 'today'],
    'own-lists': ['reading'],
    digest: ['contacts', 'lists', 'outcomes', 'sources', 'today'],
    loading: ['identity', 'lists', 'opt-out', 'own-lists', 'today'],
    receiving: ['identity', 'lists', 'loading', 'reading', 'sources', 'today', 'undo'],
    'deletion-lists': ['opt-out', 'reading'],
    cli: ['lists', 'reading'],
  },
  'services/billing': {
    subscriptions: ['accounts'],
    stripe: ['accounts', 'subscriptions'],
    orders: ['accounts', 'stripe', 'subscriptions'],
    credits: ['accounts', 'stripe'],
    overview: ['accounts', 'stripe'],
    business: ['accounts'],
    customer: ['accounts', 'overview'],
    trials: ['accounts', 'orders', 'stripe', 'subscriptions'],
    books: ['accounts', 'credits', 'stripe', 'subscriptions'],
  },
  chassis: {
    postgres: ['process'],
    kafka: ['process'],
    mongo: ['process'],
    http: ['process'],
    jobs: ['postgres', 'process'],
    events: ['kafka', 'postgres', 'process'],
    testing: ['events', 'http', 'kafka', 'postgres', 'process'],
  },
  'services/auth': {
    mails: ['audit-log'],
    sessions: ['audit-log', 'credentials', 'mails', 'users'],
    tokens: ['credentials', 'sessions'],
    flows: ['audit-log', 'credentials', 'mails', 'sessions', 'tokens', 'users'],
    http: ['audit-log', 'credentials', 'flows', 'mails', 'sessions', 'tokens', 'users'],
    wire: ['audit-log', 'credentials', 'flows', 'mails', 'sessions', 'tokens', 'users'],
  },
};

const tests = '(/test/|\\.test\\.tsx?$)';

const direction = houses.flatMap(house => {
  const allowed = [house, ...mayImport[house]];
  const name = `${house}-imports-only-${mayImport[house].join('-and-') || 'itself'}`.replaceAll('/', '-');
  const to = more => ({ path: inside(houses), pathNot: inside([...allowed, ...more]) });
  return [
    { name, severity: 'error', from: { path: inside([house]), pathNot: tests }, to: to([]) },
    // Tests may start what stands in for the systems that we do not run.
    {
      name: `${name}-in-tests`,
      severity: 'error',
      from: { path: `${inside([house])}.*${tests}` },
      to: to(['infra/[^/]+']),
    },
  ];
});

const slices = Object.entries(sliceArrows).flatMap(([house, arrows]) =>
  readdirSync(`${house}/src`, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name: slice }) => ({
      name: `${house.replaceAll('/', '-')}-${slice}-imports-only-${(arrows[slice] ?? []).join('-and-') || 'itself'}`,
      severity: 'error',
      from: { path: `^${house}/src/${slice}/`, pathNot: tests },
      to: {
        path: `^${house}/src/[^/]+/`,
        pathNot: `^${house}/src/(${[slice, ...(arrows[slice] ?? [])].join('|')})/`,
      },
    })),
);

// Each of these folders may import those after it.
const frontendLayers = ['app', 'features', 'product', 'ui', 'lib'];

const layers = frontendLayers.slice(1).map((layer, index) => ({
  name: `frontend-${layer}-imports-only-${frontendLayers.slice(index + 2).join('-and-') || 'itself'}`,
  severity: 'error',
  from: { path: `^frontend/src/${layer}/` },
  to: { path: inside(frontendLayers.slice(0, index + 1).map(above => `frontend/src/${above}`)) },
}));

const arrowsBack = Object.entries(sliceArrows).flatMap(([house, arrows]) =>
  Object.entries(arrows).flatMap(([from, targets]) =>
    targets.filter(to => arrows[to]?.includes(from)).map(to => `${house}: ${from} and ${to}`),
  ),
);
if (arrowsBack.length > 0)
  throw new Error(`Slices may import each other one way only: ${arrowsBack.join('; ')}`);

export default {
  forbidden: [
    ...direction,
    ...slices,
    {
      name: 'contracts-rest-on-zod-and-orpc-contract-alone',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contracts/', '^node_modules/(zod|@orpc/contract)/'] },
    },
    {
      name: 'kafkajs-lives-in-chassis-alone',
      severity: 'error',
      from: { path: '^(services|gateway|infra)/' },
      to: { path: '^node_modules/kafkajs/' },
    },
    {
      name: 'features-never-import-features',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    },
    ...layers,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-is-found',
      severity: 'error',
      from: {},
      // Modules that the build makes, and one that is types alone.
      to: { couldNotResolve: true, pathNot: '^(virtual:|geojson$)' },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface that dependency-cruiser could use.
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)(dist|\\.local)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
