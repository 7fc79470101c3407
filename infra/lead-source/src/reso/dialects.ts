export const dialectNames = [
  'standard',
  'small-pages',
  'skip-token',
  'originating-system',
  'silent-deletions',
] as const;
export type DialectName = (typeof dialectNames)[number];

export type RateLimits = { perSecond: number; perHour: number; perDay: number };

/** The habits of a server. README.md names the vendor and the source of each. */
export type Dialect = {
  originatingSystem: string;
  /** ZIPs of the sample market. */
  zips: readonly string[];
  /** Whether rows and filters use `SingleFamilyResidence` (an Edm.EnumType) or 'Single Family Residence'. */
  enumerations: 'names' | 'labels';
  page: { usual: number; max: number; maxWithExpand?: number; maxKeysOnly?: number };
  /** Whether a `$top` above the maximum is an error or is reduced. */
  refusesLargeTop: boolean;
  /** The standard's `$top` limits the result; for most vendors it is the size of a page. */
  isTopPageSize: boolean;
  paging: 'skip' | 'skiptoken';
  hasSkip: boolean;
  /** Fields that a request must filter by with `eq`. */
  requiredFilter?: string;
  /** Fields that `$filter` may name; by default all. */
  searchable?: RegExp;
  maxOrs?: number;
  hasCanView: boolean;
  requiresGzip: boolean;
  limits?: RateLimits;
};

const byStandard: Omit<Dialect, 'originatingSystem' | 'zips'> = {
  enumerations: 'names',
  page: { usual: 100, max: 1000 },
  refusesLargeTop: false,
  isTopPageSize: false,
  paging: 'skiptoken',
  hasSkip: true,
  hasCanView: false,
  requiresGzip: false,
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  standard: { ...byStandard, originatingSystem: 'example-standard', zips: ['97201', '97202', '97209'] },
  'small-pages': {
    ...byStandard,
    originatingSystem: 'example-west',
    zips: ['98101', '98103', '98115'],
    enumerations: 'labels',
    page: { usual: 10, max: 200 },
    isTopPageSize: true,
    paging: 'skip',
  },
  'skip-token': {
    ...byStandard,
    originatingSystem: 'example-lakes',
    zips: ['55401', '55408', '55419'],
    page: { usual: 10, max: 1000 },
    isTopPageSize: true,
    hasSkip: false,
  },
  'originating-system': {
    ...byStandard,
    originatingSystem: 'example-south',
    zips: ['78701', '78704', '78745'],
    enumerations: 'labels',
    page: { usual: 500, max: 5000, maxWithExpand: 1000 },
    refusesLargeTop: true,
    isTopPageSize: true,
    paging: 'skip',
    requiredFilter: 'OriginatingSystemName',
    searchable:
      /^(OriginatingSystemName|ModificationTimestamp|MlgCanView|StandardStatus|PropertyType|ListingId|(Member|Office|ListAgent|ListOffice)MlsId|(Listing|Member|Office)Key)$/,
    maxOrs: 5,
    hasCanView: true,
    requiresGzip: true,
    limits: { perSecond: 2, perHour: 7_200, perDay: 40_000 },
  },
  'silent-deletions': {
    ...byStandard,
    originatingSystem: 'example-coast',
    zips: ['33130', '33139', '33146'],
    page: { usual: 10, max: 1000, maxKeysOnly: 300_000 },
    isTopPageSize: true,
    paging: 'skip',
  },
};

export const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
