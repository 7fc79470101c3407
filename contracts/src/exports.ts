import { z } from 'zod';
import { type FullColumn, filePresets, fullColumns } from './file-layouts.ts';
import { id, instant, optionalQuery, pageQuery } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

/** How long 'only new' knows the agents of an export, and for how many exports of an account. */
export const KEPT_EXPORT_DAYS = 400;
export const MOST_KEPT_EXPORTS = 400;
/** How long an export can be downloaded again. */
export const EXPORT_AGAIN_DAYS = 90;

export const fileFormats = ['csv', 'xlsx'] as const;
const columnNames = Object.keys(fullColumns) as [FullColumn, ...FullColumn[]];

/** A user's choice of a file. */
export const fileChoice = z.object({
  format: z.enum(fileFormats).default('csv'),
  preset: z.enum(filePresets).default('full'),
  columns: z
    .array(z.enum(columnNames))
    .min(1)
    .max(columnNames.length)
    .refine(columns => new Set(columns).size === columns.length, 'Expected each column once')
    .nullable()
    .default(null)
    .describe('Of the full file, in their order; null for all'),
  onlyNew: z
    .boolean()
    .default(false)
    .describe(`Leave out agents whom an earlier export of this account held, for ${KEPT_EXPORT_DAYS} days`),
  comparedWith: z
    .enum(['all', 'same'])
    .default('all')
    .describe(
      'Which exports `onlyNew` knows: `all` of the account, or the `same`, with this preset and of this `viewId`',
    ),
});
export type FileChoice = z.output<typeof fileChoice>;

/** A file as a client asks for it. The ZIPs and the search text of its view are given as filters. */
export const askedFile = z.object({
  ...fileChoice.shape,
  comparedWith: fileChoice.shape.comparedWith
    .unwrap()
    .optional()
    .describe(
      'Which exports `onlyNew` knows: `all` of the account, or the `same`, with this preset and of this `viewId`. By default `same` with a `viewId`, else `all`',
    ),
  viewId: id
    .nullable()
    .default(null)
    .describe('The saved view of these filters; a file is refused if the view has others'),
});
export type AskedFile = z.output<typeof askedFile>;

const countOf = z.int().min(0);

/** An earlier export of the account. */
export const keptExport = z.object({
  id,
  madeAt: instant,
  format: z.enum(['csv', 'xlsx', 'json']),
  preset: z
    .enum([...filePresets, 'dashboard', 'list'])
    .describe('`dashboard`: the file of `POST /api/user/agents/export`; `list`: of `GET /api/agents/{zip}`'),
  columns: fileChoice.shape.columns.unwrap(),
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
  onlyNew: z.boolean(),
  comparedWith: fileChoice.shape.comparedWith.unwrap(),
  view: z.object({ id, name: z.string().describe('As it was then') }).nullable(),
  agents: countOf,
  closings: countOf.describe('Its rows: agents in a file with a row for each, with their newest closing'),
  isAvailable: z.boolean().describe('It can be downloaded again'),
});
export type KeptExport = z.output<typeof keptExport>;

/** How many earlier exports are named as the reason why agents are left out. */
export const MOST_NAMED_EXPORTS = 3;

/** The agents whom a file of new agents leaves out, each counted for the newest export that held the agent. */
export const leftOut = z.object({
  agents: countOf,
  exports: z
    .array(
      z.object({
        ...keptExport.pick({ id: true, madeAt: true, preset: true, view: true }).shape,
        agents: countOf,
      }),
    )
    .max(MOST_NAMED_EXPORTS)
    .describe('Those with the most of these agents'),
});
export type LeftOut = z.output<typeof leftOut>;

const rememberedChoice = z.object({
  choice: fileChoice.nullable(),
  isOfView: z.boolean().describe("False: the account's, also for a view that has none yet"),
});
export type RememberedChoice = z.output<typeof rememberedChoice>;

/** Routes of files and of earlier exports. Plain routes stream the files. */
export const exportsApi = {
  listExports: route('user', 'GET /api/user/exports', {
    summary: "List the account's exports, newest first",
    description: `An export is kept for ${KEPT_EXPORT_DAYS} days, and can be downloaded again for ${EXPORT_AGAIN_DAYS}. Of an account the newest ${MOST_KEPT_EXPORTS} are kept.`,
  })
    .input(z.object(pageQuery(10)))
    .output(z.object({ exports: z.array(keptExport), total: countOf, page: z.int(), totalPages: z.int() })),

  fileChoice: route('user', 'GET /api/user/file-choice', {
    summary: 'Get the last choice of a file, of a view or without one',
    description:
      "A view without a choice has the account's, compared with the exports of the view. Without `viewId` the choice is the account's.",
  })
    .input(z.object({ viewId: optionalQuery(id).describe('A saved view') }))
    .output(rememberedChoice),

  putFileChoice: route('user', 'PUT /api/user/file-choice', {
    summary: 'Keep the choice of a file, of a view or without one; idempotent',
  })
    .errors(missing)
    .input(askedFile)
    .output(rememberedChoice),

  endExport: route('user', 'PUT /api/user/exports/{exportId}', {
    summary: 'End an export that was read page by page: its file has all rows; idempotent',
    description:
      'Pages of `GET /api/agents/{zip}` with this `exportId` are its rows. Before its end the export counts for nothing.',
    limit: 'export',
  })
    .errors(missing)
    .input(z.object({ exportId: id }))
    .output(z.object({ closings: countOf })),

  forgetExports: route('user', 'DELETE /api/user/exports', {
    summary: "Forget the account's exports, so that 'only new' begins again; idempotent",
  }).output(z.object({ forgotten: countOf })),
};

export const ownListKinds = ['customers', 'do-not-call'] as const;
export const ownListKind = z.enum(ownListKinds);
export type OwnListKind = z.output<typeof ownListKind>;

/** The most entries of a list, its lines, and its bytes as sent and unpacked. */
export const MOST_OWN_ENTRIES = 200_000;
export const MOST_OWN_LINES = 400_000;
export const MOST_OWN_LIST_BYTES = 50 * 1_048_576;
/** Rejected lines that are listed with their reasons. */
export const MOST_SHOWN_REJECTS = 100;

/** A list that the user uploaded. Its contacts are stored as keyed hashes only. */
export const ownList = z.object({
  kind: ownListKind,
  fileName: z.string(),
  uploadedAt: instant,
  emails: countOf,
  phones: countOf,
  rejected: countOf.describe('Lines without an email address or a phone number'),
  reasons: z
    .array(z.object({ line: countOf, reason: z.string() }))
    .describe(`The first ${MOST_SHOWN_REJECTS} rejected lines`),
  isReadable: z
    .boolean()
    .describe(
      "False after a change of the installation's secret: upload the list again, else new agents are not compared",
    ),
  isMatched: z.boolean().describe('False until all stored agents were compared, within seconds or minutes'),
  agents: countOf.describe("Agents in the user's ZIPs whom the list leaves out now"),
});
export type OwnList = z.output<typeof ownList>;

export const ownListsApi = {
  listOwnLists: route('user', 'GET /api/user/own-lists', {
    summary: "Get the account's lists of customers and of contacts not to call",
    description:
      'Agents with an email address or phone number of these lists are left out of the lists, exports, counts and API of this account.',
  })
    .input(z.object({}))
    .output(z.object({ lists: z.array(ownList) })),

  removeOwnList: route('user', 'DELETE /api/user/own-lists/{kind}', {
    summary: 'Remove a list; its agents appear again; idempotent',
  })
    .errors({ list_in_use: { status: 409, message: 'Agents are being compared with this list' } })
    .input(z.object({ kind: ownListKind }))
    .output(z.object({ removed: z.boolean() })),
};
