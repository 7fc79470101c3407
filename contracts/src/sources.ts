import { z } from 'zod';
import { instant, stateCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

/** Uses of a source's closings that its license may permit. */
export const sourceUses = ['lists', 'exports', 'api'] as const;
export type SourceUse = (typeof sourceUses)[number];

/** How a source delivers: it sends with ingestion keys, an admin uploads its files, or the product pulls from it. */
export const sourceKinds = ['key', 'file', 'reso'] as const;

const sourceId = z.coerce.number().int().min(1).max(32_767);
const text = (max: number) => z.string().trim().max(max);

/** A source as an admin describes it. */
export const sourceLicense = z.object({
  name: text(100).min(1, 'Please enter a name'),
  license: text(200).nullable().describe('The license: its name, number or address'),
  permittedUses: z
    .array(z.enum(sourceUses))
    .describe('Uses that the license permits; other uses leave its closings out'),
  states: z
    .array(stateCode)
    .min(1)
    .nullable()
    .describe('The states of the license, null for every state; other rows are rejected'),
  expiresAt: instant.nullable().describe('When the license ends; from then on its closings are hidden'),
  contact: text(200).nullable().describe('The person or office to ask'),
  mustBeNamed: z.boolean().describe('The details of a closing, exports and the API must name the source'),
  trust: z
    .int('Expected a whole number from 0 to 100')
    .min(0)
    .max(100)
    .default(50)
    .describe(
      'Of two sources that report the same, the more trusted one wins, field by field; of equal ones the newer',
    ),
});
const licenseOf = sourceLicense.shape;

const secretText = z.string().trim().min(1).max(4_000);
const address = z
  .url({ protocol: /^https?$/, error: 'Expected an address such as https://api.example.com/reso/odata' })
  .max(500);

/** How a feed proves itself. A secret that is left out stays as it is; no route returns one. */
const feedAuth = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('client'),
    tokenUrl: address.describe('Where the token is requested, by OAuth 2 client credentials'),
    clientId: text(500).min(1),
    clientSecret: secretText.optional().describe('Write-only; by default the stored one'),
  }),
  z.object({
    kind: z.literal('token'),
    token: secretText.optional().describe('A fixed bearer token; write-only, by default the stored one'),
  }),
]);

export const feedSettings = {
  url: address.describe('The base of the RESO Web API; `/Property` is below it'),
  originatingSystem: text(200)
    .min(1)
    .nullable()
    .describe('Pulls only rows of this `OriginatingSystemName`; some servers require it'),
  everyMinutes: z.int().min(1).max(1_440).describe('Minutes between two pulls'),
  isPaused: z.boolean().default(false),
};

const count = z.int().min(0);

/**
 * States of a feed. `stopped`: the server refused a request, and only a change of the settings or 'try again' goes
 * on. `failing`: the last pull failed, and the next one goes on where it ended. `expired`: the license has ended.
 */
export const feedStates = ['waiting', 'pulling', 'failing', 'stopped', 'paused', 'expired'] as const;

const feedFault = z.object({
  status: z.int().nullable().describe('The status of the reply, null without one'),
  message: z.string().describe("The server's own words, or what was expected and what came"),
  at: instant,
});

/** The settings and the state of a feed by the RESO Web API. */
export const feed = z.object({
  ...feedSettings,
  isPaused: z.boolean(),
  auth: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('client'), tokenUrl: z.string(), clientId: z.string() }),
    z.object({ kind: z.literal('token') }),
  ]),
  state: z.enum(feedStates),
  fault: feedFault.nullable().describe('Why the last pull failed, null if it did not'),
  watermark: instant.describe('Every closing modified before is pulled'),
  lastRunAt: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  lastComparedAt: instant.nullable().describe("When all keys were last compared with the server's"),
  nextRunAt: instant.nullable().describe('Null while it is stopped, paused or expired'),
  counts: z
    .object({
      listings: count.describe('Closed listings pulled, a changed one each time'),
      rows: count.describe('Rows sent to the lists, one for each agent of a listing'),
      leftOut: count.describe('Leases, land and listings without an agent'),
      retracted: count.describe('Listings that the server withdrew or no longer has'),
    })
    .describe('Since the feed was added'),
  requests: z.object({ lastHour: count, lastDay: count }),
});
export type Feed = z.output<typeof feed>;

/** The result of a test: the facts of the server, or why it failed. */
export const feedTest = z.object({
  isConnected: z.boolean(),
  message: z.string().describe('One sentence for the admin'),
  fault: feedFault.pick({ status: true, message: true }).nullable(),
  found: z
    .object({
      resources: z.array(z.string()),
      missingFields: z.array(z.string()).describe('Fields of the Data Dictionary that the feed could use'),
      saysWithdrawn: z
        .boolean()
        .describe('Rows have `MlgCanView`; otherwise only the daily comparison of keys finds removed ones'),
      oldestModifiedAt: instant.nullable().describe('Of the closings that the next pull would take'),
    })
    .nullable(),
});
export type FeedTest = z.output<typeof feedTest>;

/** A source of leads with its license. */
export const source = z.object({
  id: sourceId,
  kind: z.enum(sourceKinds),
  ...licenseOf,
  isValid: z.boolean().describe('The license has not ended'),
  keys: z.array(z.string()).describe('The names of its ingestion keys'),
  lastDeliveryAt: instant.nullable(),
  lastMapping: z
    .record(z.string(), z.string().nullable())
    .describe(
      "The columns chosen by hand for an admin's last file: ours by header, null for one that is not read",
    ),
  feed: feed.nullable().describe('Only of the kind `reso`, once it is set up'),
});
export type Source = z.output<typeof source>;

const closingsOfUse = z.object({
  closings: count,
  recent: count.describe('Of these, the closings that lists show by default'),
});

/** The closings of each use that no other source with an open license reported. */
export const closingsOfSource = z.object(
  Object.fromEntries(sourceUses.map(use => [use, closingsOfUse])) as Record<SourceUse, typeof closingsOfUse>,
);
export type ClosingsOfSource = z.output<typeof closingsOfSource>;

const noFeed = { no_secret: { status: 400, message: 'Enter the secret' } };
const notReso = { not_reso: { status: 409, message: 'The source is not of the kind reso' } };

const taken = { source_exists: { status: 409, message: 'There is a source of this name' } };

/** Routes of the license register. */
export const sourcesApi = {
  listSources: route('admin', 'GET /api/admin/sources', {
    summary: 'List the sources of leads with their licenses',
  }).output(z.object({ sources: z.array(source) })),

  createSource: route('admin', 'POST /api/admin/sources', { summary: 'Add a source of leads', status: 201 })
    .errors(taken)
    .input(z.object({ ...licenseOf, kind: z.enum(sourceKinds) }))
    .output(source),

  updateSource: route('admin', 'PUT /api/admin/sources/{sourceId}', { summary: "Change a source's license" })
    .errors({ ...missing, ...taken })
    .input(z.object({ sourceId, ...licenseOf }))
    .output(source),

  closingsOfSource: route('admin', 'GET /api/admin/sources/{sourceId}/closings', {
    summary: 'Count the closings that are shown only because of a source',
    description:
      'For each use, the closings that a change of its license hides or shows. Closings that another source with an open license reported are not counted.',
  })
    .errors(missing)
    .input(z.object({ sourceId }))
    .output(closingsOfSource),

  saveFeed: route('admin', 'PUT /api/admin/sources/{sourceId}/feed', {
    summary: 'Set up a feed by the RESO Web API, or change it',
    description:
      'A stopped feed starts again. Another address or originating system is pulled from the beginning.',
  })
    .errors({ ...missing, ...noFeed, ...notReso })
    .input(z.object({ sourceId, ...feedSettings, auth: feedAuth }))
    .output(source),

  testFeed: route('admin', 'POST /api/admin/sources/{sourceId}/feed/test', {
    summary: 'Test the connection of a feed with its stored settings',
  })
    .errors(missing)
    .input(z.object({ sourceId }))
    .output(feedTest),

  pullFeed: route('admin', 'POST /api/admin/sources/{sourceId}/feed/pull', {
    summary: 'Pull a feed now; a stopped one tries again',
  })
    .errors(missing)
    .input(z.object({ sourceId }))
    .output(source),
};
