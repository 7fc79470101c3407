import type { HTTPMethod, HTTPPath } from '@orpc/contract';
import { z } from 'zod';
import { doNotCallCheck, doNotCallList, SMALL_LIST_NUMBERS } from './contacts.ts';
import { deletionList } from './deletion-lists.ts';
import { MOST_OWN_ENTRIES, MOST_OWN_LINES, ownList } from './exports.ts';
import { FILE_ROWS_HEADER } from './file-names.ts';
import { deliveryReply, REJECTED_ROW_DAYS } from './ingestion.ts';
import { deliveryBodies, deliveryDescription } from './lead-delivery.ts';
import { mailEvents, mailEventsExample } from './mail-events.ts';
import type { RouteMeta, RouteShape } from './route.ts';

type Body = { schema?: z.ZodType; example?: unknown };
type Parameter = { description: string; example: string };

/**
 * A route of plain Express: its body is a stream, a redirect or raw bytes. A path that ends in `/*` matches every
 * path below it. Plain routes are routed, documented and tested like contract routes.
 */
export type PlainRoute = Omit<RouteShape, 'limit'> &
  RouteMeta & {
    method: HTTPMethod;
    path: HTTPPath;
    /** Request and reply bodies by media type. */
    consumes?: Record<string, Body>;
    produces?: Record<string, Body>;
    query?: Record<string, Parameter>;
    /** Meaning of each refusal, by status. */
    refusals?: Record<number, string>;
    /** Called by other systems or by links in browsers; programs do not call it. */
    isForSystems?: true;
  };

const SUSPENDED = '`account_suspended`: This account is suspended';

const BUSY_EXPORTS = '`exports_busy`: too many exports are being read at the moment; try again shortly';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const deliveryQuery = {
  map: {
    description:
      'For other headers: which header means which column, as JSON or as `Header=column,…`. In JSON, null leaves a column out',
    example: '{"Agent": "full_name", "Sold": "sold_date"}',
  },
  dates: {
    description:
      'The order in days such as 3/9/2026: `month-first`, `day-first` or `mixed`. By default the file as a whole proves it; without a proof it is month first. With `mixed`, and in a file that proves both orders, days that are possible in both are refused',
    example: 'month-first',
  },
  dryRun: {
    description:
      '`true`: read the leads and report what would be stored; store nothing. `rejects`: reply with the rejected rows as CSV, as `GET /api/admin/ingestion/{batchId}/rejects` does; store nothing',
    example: 'true',
  },
};

const deliveryReplies = { 'application/json': { schema: deliveryReply }, 'text/csv': {} };

const deliveryRefusals = {
  400: 'Nothing was taken. `unknown_format`: another Content-Type; `unknown_container`: a format that is not read; `broken_gzip`, `broken_zip`, `broken_workbook`: damaged; `encrypted_zip`, `unknown_compression`: pack it again; `ambiguous_zip`, `zip_without_data`: not one data file in a zip; `ambiguous_workbook`: several sheets with a header; `empty_workbook`, `empty_file`: no rows; `missing_columns`: `missing` names them, `found` has the header, `fields` our column of each (or null), `notes` why it is read so (or null), `examples` up to three values of each, `reasons` why such a known file lacks a column; `repeated_columns`: two columns for one field; `invalid_mapping`; `invalid_body`: no well-formed JSON, no array, or JSON or a header of CSV that is no UTF-8',
  413: '`too_many_rejects`: check a part of the file; `too_large`: send a JSON body of this size as NDJSON; `archive_too_large`, `unpacked_too_large`, `packed_too_tightly`, `too_many_entries`, `too_many_strings`: send it unpacked, in parts',
  503: '`ingestion_unavailable`: none of these rows count as accepted; send them all again after `Retry-After`',
};

export const plainRoutes = {
  ingestLeads: {
    service: 'leads',
    access: 'ingest',
    method: 'POST',
    path: '/api/v1/leads',
    isStreamed: true,
    summary: 'Deliver leads as NDJSON, JSON or CSV, streamed',
    description: deliveryDescription,
    query: deliveryQuery,
    consumes: deliveryBodies,
    produces: deliveryReplies,
    refusals: {
      ...deliveryRefusals,
      401: 'No ingestion key, or one that is not valid',
      429: 'Too many requests; wait as long as `Retry-After` says',
    },
  },
  deliverFile: {
    service: 'leads',
    access: 'admin',
    method: 'POST',
    path: '/api/admin/leads',
    isStreamed: true,
    summary: 'Deliver a file of leads',
    description: 'The body is the file. It is read as `POST /api/v1/leads` reads it.',
    query: {
      ...deliveryQuery,
      source: {
        description:
          'The id of the source. By default the only one for files; if there are several, it is required',
        example: '1',
      },
      fileName: { description: 'The name of the file, for the list of deliveries', example: 'sales.xlsx' },
    },
    consumes: deliveryBodies,
    produces: deliveryReplies,
    refusals: {
      ...deliveryRefusals,
      400: `${deliveryRefusals[400]}; \`source_required\`: several sources deliver files, so name one`,
      403: `${SUSPENDED}; \`cross_origin\`: the request comes from another site`,
    },
  },
  deliveryRejects: {
    service: 'leads',
    access: 'admin',
    method: 'GET',
    path: '/api/admin/ingestion/{batchId}/rejects',
    summary: 'Download the rejected rows of a delivery, or the cells left out, as CSV',
    description: `A rejected row has its number as a spreadsheet counts it, all its faults, and its columns as they were received. Repair the file and deliver it: the first two columns are not read. After ${REJECTED_ROW_DAYS} days only numbers and faults are left.`,
    query: {
      of: {
        description: '`cells`: the cells left out of accepted rows, with line and reason',
        example: 'cells',
      },
    },
    produces: { 'text/csv': {} },
    refusals: { 403: SUSPENDED, 404: 'There is no such delivery' },
  },
  uploadDeletionList: {
    service: 'leads',
    access: 'admin',
    method: 'POST',
    path: '/api/admin/deletion-lists',
    isStreamed: true,
    summary: "Upload a list of California's deletion platform",
    description:
      'The body is one CSV file of the platform with the header `ID,Hash`, packed in a zip or not. Its records are stored at once; the agents with these addresses or numbers leave all lists within seconds. The same list again changes nothing.',
    query: {
      fileName: {
        description: "The file's name; in the platform's form it gives the kind and the day of the list",
        example: '20260312_4821_Email.csv',
      },
      kind: { description: '`email` or `phone`, for a file of another name', example: 'email' },
    },
    consumes: { 'text/csv': {}, 'application/zip': {} },
    produces: { 'application/json': { schema: deletionList } },
    refusals: {
      400: 'Nothing was stored. `unknown_kind`: name the file as the platform does, or send `kind`; `other_kind`: a list that needs no upload here; `invalid_list`: another header, or a record that is not an ID and a hash; `unknown_container`, `broken_zip`, `broken_gzip`, `ambiguous_zip`, `zip_without_data`: it cannot be unpacked',
      403: `${SUSPENDED}; \`cross_origin\`: the request comes from another site`,
      409: '`list_uploading`: another list is being uploaded; send it again afterwards',
    },
  },
  uploadDoNotCallList: {
    service: 'leads',
    access: 'admin',
    method: 'POST',
    path: '/api/admin/do-not-call-lists',
    isStreamed: true,
    summary: 'Upload or check a list of the National Do Not Call Registry',
    description:
      "The body is a flat file of telemarketing.donotcall.gov, packed in a zip or not: `area code,number` or ten digits a line. A list of changes has a mark `A` or `D` in each line. A full list replaces its area codes' numbers. The same list again changes nothing. With `dryRun`, the reply is the effect that the list would have.",
    query: {
      kind: {
        description:
          '`full`: the file is the complete list of its area codes; all other numbers of them then count as not on the list. `changes`: it has changes, with a mark in each line',
        example: 'full',
      },
      san: { description: "The Subscription Account Number of the list's holder", example: '12345678-1' },
      listedOn: { description: 'The day of the download', example: '2026-03-12' },
      fileName: { description: "The file's name", example: '206.txt' },
      dryRun: {
        description: '`true`: read the list and report its effect; store nothing',
        example: 'true',
      },
      confirmed: {
        description: '`true`: store a full list although the check warns that it is too small',
        example: 'true',
      },
    },
    consumes: { 'text/plain': {}, 'text/csv': {}, 'application/zip': {} },
    produces: { 'application/json': { schema: z.union([doNotCallList, doNotCallCheck]) } },
    refusals: {
      400: 'Nothing was stored. `invalid_input`: the account number, the day or the kind; `other_kind`: a full list that was sent as changes, or changes as a full list; `invalid_list`: a line without a number, or lines with and without marks; `unknown_container`, `broken_zip`, `broken_gzip`, `ambiguous_zip`, `zip_without_data`: it cannot be unpacked',
      403: `${SUSPENDED}; \`cross_origin\`: the request comes from another site`,
      409: `Nothing was stored. \`list_uploading\`: another list is being uploaded; \`list_outdated\`: a newer list covers these area codes; \`full_list_missing\`: changes of an area code without a full list; \`list_too_small\`: a full list of an area code with fewer than ${SMALL_LIST_NUMBERS} numbers, or with less than half of the stored ones; send \`confirmed=true\` if it is complete`,
    },
  },
  deletionReply: {
    service: 'leads',
    access: 'admin',
    method: 'GET',
    path: '/api/admin/deletion-lists/{listId}/reply',
    summary: "Download the reply to a list of California's deletion platform",
    description:
      'CSV with the header `Id,Status`, in the order of the list. 3: deleted; 4: opted out, because several agents share the identifier; 5: not found.',
    produces: { 'text/csv': {} },
    refusals: {
      403: SUSPENDED,
      404: 'There is no such list',
      409: '`list_not_ready`: the list is still being processed',
    },
  },
  exportAgentsCsv: {
    service: 'leads',
    access: 'subscriber',
    method: 'POST',
    path: '/api/user/agents/export',
    limit: 'export',
    summary: 'Export the filtered closings as CSV if the client accepts text/csv',
    produces: { 'text/csv': {} },
    refusals: { 503: BUSY_EXPORTS },
  },
  makeFile: {
    service: 'leads',
    access: 'subscriber',
    method: 'POST',
    path: '/api/user/files',
    limit: 'export',
    summary: 'Make a file of the filtered closings, as CSV or XLSX, for a spreadsheet or a CRM',
    description: `The body is JSON: the filters of the dashboard with \`format\`, \`preset\`, \`columns\`, \`onlyNew\`, \`comparedWith\` and \`viewId\`. The full file has a row for each closing; the presets have one for each agent. A file with phones ends with \`Call Warning\`. The export is kept. \`${FILE_ROWS_HEADER}\` has the number of rows; 204: no agent matches.`,
    produces: { 'text/csv': {}, [WORKBOOK]: {} },
    refusals: {
      400: '`invalid_input`; `too_many_rows`: more rows than a sheet has',
      403: `${SUSPENDED}; \`cross_origin\`: the request comes from another site`,
      404: 'The account has no such view',
      409: '`export_running`: another file of new agents is being downloaded; try again afterwards; `view_changed`: the ZIPs, the search text or the side are not those of the view',
      503: BUSY_EXPORTS,
    },
  },
  exportAgain: {
    service: 'leads',
    access: 'user',
    method: 'GET',
    path: '/api/user/exports/{exportId}/file',
    limit: 'export',
    summary: 'Download an earlier export again',
    description:
      'The same rows, without agents who opted out or whom the account must not call since then, and without ZIPs that it can no longer read.',
    produces: { 'text/csv': {}, [WORKBOOK]: {} },
    refusals: {
      403: SUSPENDED,
      404: '`not_found`: there is no such export; `export_too_old`: it is too old to be downloaded again',
      503: BUSY_EXPORTS,
    },
  },
  uploadOwnList: {
    service: 'leads',
    access: 'user',
    method: 'POST',
    path: '/api/user/own-lists/{kind}',
    limit: 'export',
    isStreamed: true,
    summary: "Upload or replace the account's list of customers or of contacts not to call",
    description: `\`kind\` is \`customers\` or \`do-not-call\`. The body is text or CSV with email addresses and phone numbers, ${MOST_OWN_ENTRIES} at most; below a header such as \`Email,Phone\` only those columns are read. Stored are keyed hashes only. Agents with these contacts leave the lists of this account within seconds or minutes.`,
    query: { fileName: { description: "The file's name", example: 'customers.csv' } },
    consumes: { 'text/plain': {}, 'text/csv': {} },
    produces: { 'application/json': { schema: ownList } },
    refusals: {
      400: 'Nothing was stored. `invalid_list`: no email address or phone number, a workbook, or a broken line; `unknown_container`, `broken_zip`, `broken_gzip`, `ambiguous_zip`, `zip_without_data`: it cannot be unpacked',
      403: `${SUSPENDED}; \`cross_origin\`: the request comes from another site`,
      404: 'There is no such kind of list',
      409: '`list_uploading`: the account uploads another list; send this one again afterwards. Nothing was stored',
      413: `\`too_many_entries\`: more than ${MOST_OWN_ENTRIES}; \`too_many_lines\`: more than ${MOST_OWN_LINES}; \`too_large\`, \`unpacked_too_large\`: too many bytes, as sent or unpacked. Nothing was stored`,
      503: '`busy`: too many lists are being uploaded; try again shortly. Nothing was stored',
    },
  },
  authWire: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/v1/*',
    summary: 'The wire protocol of the hosted auth provider',
    produces: { 'application/json': {} },
    isForSystems: true,
  },
  confirmEmail: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/auth/confirm',
    summary:
      'Go to the page of a mailed link; in the browser that signed up, confirm the address and go to the ZIPs',
    status: 303,
    isForSystems: true,
  },
  login: {
    service: 'auth',
    access: 'public',
    method: 'GET',
    path: '/api/login',
    summary: 'Redirect to the sign-in page, then back to `next`',
    status: 303,
    isForSystems: true,
  },
  stripeWebhook: {
    service: 'billing',
    access: 'public',
    method: 'POST',
    path: '/api/stripe/webhook',
    summary: 'Receive signed events from the payment provider',
    consumes: { 'application/json': {} },
    refusals: { 400: '`signature_wrong`: the signature is not valid' },
    isForSystems: true,
  },
  billingPortal: {
    service: 'billing',
    access: 'public',
    method: 'GET',
    path: '/api/stripe/customer-portal',
    summary: 'Redirect to the billing portal; visitors sign in first',
    status: 303,
    isForSystems: true,
  },
  unsubscribePage: {
    service: 'notifications',
    access: 'public',
    method: 'GET',
    path: '/api/unsubscribe/{token}',
    summary: 'Redirect from an unsubscribe link to its page; changes nothing',
    status: 303,
    isForSystems: true,
  },
  mailEvents: {
    service: 'notifications',
    access: 'public',
    method: 'POST',
    path: '/api/mail/events',
    maxBodyBytes: 4 * 1_048_576,
    summary: 'Receive bounces and complaints from the mail provider',
    description:
      'Send the secret `MAIL_EVENTS_SECRET` as bearer. The reply is the same whether an address is known or not. A report may come more than once.',
    consumes: { 'application/json': { schema: mailEvents, example: mailEventsExample } },
    refusals: {
      400: '`invalid_input`, `invalid_body`: nothing was taken',
      401: '`secret_wrong`: not the secret of the webhook',
      404: 'The webhook is off, because `MAIL_EVENTS_SECRET` is not set',
      413: 'More than 4 MB: nothing was taken; send fewer events at once',
    },
    isForSystems: true,
  },
  sitemap: {
    service: 'content',
    access: 'public',
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'List public pages for search engines',
    produces: { 'application/xml': {} },
    isForSystems: true,
  },
} as const satisfies Record<string, PlainRoute>;
