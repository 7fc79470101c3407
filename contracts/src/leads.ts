import { z } from 'zod';
import { defineEvent } from './event.ts';
import { ingestionApi } from './ingestion.ts';
import { closing, leadPage } from './lead.ts';
import { contactKind, optOutApi } from './opt-out.ts';
import {
  day,
  id,
  instant,
  optionalNumberQuery,
  optionalPageQuery,
  optionalQuery,
  pageQuery,
  shortText,
  stateCode,
  trendDays,
  usd,
  zipCode,
} from './primitive.ts';
import { propertyTypes } from './reference.ts';
import { missing, routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

const route = routesOf('leads');

/** A list covers so many days, today included, by the calendar of the property's state; so does a query without dates. */
export const LIST_DAYS = 7;

const withoutDates = `without dates, of the last ${LIST_DAYS} days, today included`;

const ofPlace = {
  city: z.string().trim().max(100).optional().describe("Part of the property's city, in any case"),
  state: optionalQuery(stateCode).describe('State of the property, such as CA'),
};

const ofPrice = {
  minPrice: optionalNumberQuery(usd).describe(
    'Lowest price in USD; leaves out prices that are not disclosed',
  ),
  maxPrice: optionalNumberQuery(usd).describe(
    'Highest price in USD; leaves out prices that are not disclosed',
  ),
};

const firstDay = optionalQuery(day).describe(
  `First day of sale; without both dates, ${LIST_DAYS - 1} days ago, by the calendar of the property's state`,
);
const lastDay = optionalQuery(day).describe('Last day of sale');

/**
 * Filters of the dashboard. Price in USD; price and date limits include their ends. A price that is not disclosed is
 * outside every price limit.
 */
export const dashboardFilters = z.object({
  zipCode: optionalQuery(zipCode).describe("One of the user's ZIPs"),
  ...ofPlace,
  ...ofPrice,
  propertyType: optionalQuery(z.enum(propertyTypes)).describe('Type of the property'),
  fromDate: firstDay,
  toDate: lastDay,
});
export type DashboardFilters = z.output<typeof dashboardFilters>;

const partnerFilters = {
  dateFrom: firstDay,
  dateTo: lastDay,
  ...ofPlace,
  zip: optionalQuery(zipCode).describe("One of the account's ZIPs"),
  ...ofPrice,
  ...pageQuery(100),
};

/** Pairs of limits of which the first is not above the second. */
const limitsInOrder = [
  ['dateFrom', 'dateTo'],
  ['minPrice', 'maxPrice'],
] as const;

/** A misspelt filter is refused: without it a program would get everything. */
const partnerQuery = z
  .strictObject(partnerFilters, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `There is no parameter ${issue.keys?.join(', ')}; there are ${Object.keys(partnerFilters).join(', ')}`
        : undefined,
  })
  .superRefine((query, context) => {
    for (const [low, high] of limitsInOrder) {
      const [from, to] = [query[low], query[high]];
      if (from === undefined || to === undefined || from <= to) continue;
      const message = `Expected ${low} not above ${high}; got ${low} ${from} and ${high} ${to}`;
      context.addIssue({ code: 'custom', path: [low], message });
    }
  });

/** Which closings of one ZIP; the agents page and the exports of lists ask so. */
export const zipAgentsQuery = z.object({
  zip: zipCode,
  page: z.int().min(1).max(100_000).optional().describe('Which page, from 1'),
  limit: z.int().min(1).max(1000).optional().describe('Rows a page'),
  search: z.string().trim().max(100).optional(),
  dateFrom: optionalQuery(day),
  dateTo: optionalQuery(day),
  /** Of a list of this ZIP; any other text names a list that does not exist. */
  leadListId: optionalQuery(shortText),
});
export type ZipAgentsQuery = z.output<typeof zipAgentsQuery>;

export const flagStatus = z.enum(['pending', 'reviewed', 'resolved']);
export type FlagStatus = z.output<typeof flagStatus>;

export const leadFlag = z.object({
  id,
  status: flagStatus,
  note: z.string(),
  createdAt: instant,
  agent: z.object({ fullName: z.string(), email: z.string(), phone: z.string() }),
  user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
});

/**
 * The list of a ZIP. It holds the closings of the period's days that were stored when it was made ready. `agentCount` is what
 * `GET /api/agents/{zip}` returns in all for this `leadListId`, `dateFrom` and `dateTo`.
 */
export const leadList = z.object({
  id,
  zipCode: z.object({ zipCode }),
  agentCount: z.int(),
  updatedAt: instant,
  /** First and last day of the period, which ends today by the calendar of the ZIP's state. */
  dateFrom: day,
  dateTo: day,
});
export type LeadList = z.output<typeof leadList>;

/** What a list covers: today and yesterday, or the last week. */
export const listPeriod = z.enum(['daily', 'weekly']);
export type ListPeriod = z.output<typeof listPeriod>;

const countOf = z.int().min(0);

/**
 * What a list amounts to. The counts of `listDays`, `days`, `types` and `zips` each add up to `total`; those of
 * `prices.bins` to the closings whose price is disclosed. Prices in USD.
 */
export const agentSummary = z.object({
  total: countOf,
  /** The days that were asked for. `from` is null when they reach back as far as the data goes. */
  from: day.nullable(),
  to: day,
  /**
   * Of a list without dates, each of its days in their order, the last one today by the calendar of the property's state.
   * `from` differs from `to` while the day has changed in one state of the list and not in another. Null with dates.
   */
  listDays: z.array(z.object({ from: day, to: day, count: countOf })).nullable(),
  /** Days with closings, in their order. */
  days: z.array(z.object({ day, count: countOf })),
  /** Null is a type that the source did not give. */
  types: z.array(z.object({ type: z.enum(propertyTypes).nullable(), count: countOf })),
  zips: z.array(z.object({ zipCode, count: countOf })),
  prices: z.object({
    undisclosed: countOf,
    lowerQuartile: z.number().nullable(),
    median: z.number().nullable(),
    upperQuartile: z.number().nullable(),
    /** From `from` to below `to`; the last one may have no end. */
    bins: z.array(z.object({ from: z.number(), to: z.number().nullable(), count: countOf })),
  }),
});
export type AgentSummary = z.output<typeof agentSummary>;

const notSubscribed = { not_subscribed: { status: 403, message: 'You are not subscribed to this ZIP' } };
const keyRefused = {
  user_id_not_accepted: { status: 401, message: 'A user ID is no longer accepted as API key' },
  api_keys_unavailable: { status: 503, message: 'API keys cannot be checked now' },
};

export const leadsApi = {
  ...optOutApi,
  ...ingestionApi,

  exportUser: userFactsRoute('leads'),

  listAgents: route('subscriber', {
    method: 'GET',
    path: '/api/user/agents',
    summary: `Closings in the user's ZIPs; ${withoutDates}`,
  })
    .input(dashboardFilters.extend(pageQuery(25)))
    .output(leadPage),

  summariseAgents: route('subscriber', {
    method: 'GET',
    path: '/api/user/agents/summary',
    summary: 'What the same list amounts to: by day, price, type and ZIP',
    description: 'A price that is not disclosed counts in `prices.undisclosed` alone.',
  })
    .input(dashboardFilters)
    .output(agentSummary),

  exportAgents: route('subscriber', {
    method: 'POST',
    path: '/api/user/agents/export',
    summary: 'The same rows without pages; text/csv when asked for',
    limit: 'export',
  })
    .input(dashboardFilters)
    .output(z.object({ agents: z.array(closing) })),

  listLeadLists: route('subscriber', {
    method: 'GET',
    path: '/api/lead-lists',
    summary: "The lists of the user's ZIPs, of the last day or week",
  })
    .input(z.object({ period: listPeriod.default('weekly') }))
    .output(z.array(leadList)),

  listZipAgents: route('subscriber', {
    method: 'GET',
    path: '/api/agents/{zip}',
    summary: 'Closings of one own ZIP',
    description:
      'A bare array without any query, a page with one. Defaults to the last 30 days; dateFrom or dateTo alone reaches as far as the data goes. leadListId narrows to the last 7 days as far as they were stored when that list was made ready.',
  })
    .errors({ ...missing, ...notSubscribed })
    .input(zipAgentsQuery)
    .output(z.union([z.array(closing), leadPage])),

  flagLead: route('user', {
    method: 'POST',
    path: '/api/lead-flags',
    summary: 'Report what is wrong with a lead',
    status: 201,
  })
    .errors(missing)
    .input(
      z.object({
        /** The closing's id, under the name that the API has always had. */
        agentId: id,
        note: z
          .string()
          .trim()
          .min(1, "Please provide a note explaining what's wrong with this lead.")
          .max(2000),
      }),
    )
    .output(z.object({ id, status: flagStatus })),

  listFlags: route('admin', {
    method: 'GET',
    path: '/api/admin/lead-flags',
    summary: 'The reported leads, newest first',
    description: 'All of them; with `page` or `limit`, one page. `total` and `pending` count all.',
  })
    .input(z.object(optionalPageQuery(200)))
    .output(z.object({ leadFlags: z.array(leadFlag), total: countOf, pending: countOf })),

  setFlagStatus: route('admin', {
    method: 'PUT',
    path: '/api/admin/lead-flags/{flagId}/status',
    summary: 'Move a reported lead to another status',
  })
    .input(z.object({ flagId: id, status: flagStatus }))
    .output(leadFlag),

  leadStatistics: route('admin', {
    method: 'GET',
    path: '/api/admin/statistics/leads',
    summary: 'Leads received and rejected, day by day',
    description: 'By the day in UTC on which their batch began. Batches are kept for 90 days.',
  })
    .input(trendDays)
    .output(z.object({ days: z.array(z.object({ day, received: countOf, rejected: countOf })) })),

  listLeadsOfZip: route('admin', {
    method: 'GET',
    path: '/api/admin/zip-codes/{id}/leads',
    summary: 'Closings of any ZIP',
  })
    .input(z.object({ id: zipCode, ...pageQuery(20), search: z.string().trim().max(100).optional() }))
    .output(z.object({ agents: z.array(closing), total: z.int() })),

  apiAccess: route('user', {
    method: 'GET',
    path: '/api/user/api-access',
    summary: 'What programs may send as their API key at this moment, beside keys',
  }).output(
    z.object({
      /** Whether the user ID opens the API; the setting `api_user_id_bearer` decides. */
      acceptsUserId: z.boolean(),
    }),
  ),

  listAgentsProperties: route('partner', {
    method: 'GET',
    path: '/api/v1/agents-properties',
    summary: `Read leads: closings in the account's ZIPs; ${withoutDates}`,
    description:
      'Newest sale first. Filters narrow each other; limits include their ends. Ask for page 1, then for the others up to `totalPages`. A parameter that does not exist is refused. 402 says that the trial is over and nothing is paid, or that the ZIP is not paid.',
    limit: 'partner',
  })
    .errors(keyRefused)
    .input(partnerQuery)
    .output(leadPage),
};

/** A validated row on its way to the store; ids are given there. */
export const receivedLead = closing.omit({ id: true, searchCompleted: true }).extend({
  /** The source's own word for the property type. */
  sourceType: z.string().nullable(),
});
export type ReceivedLead = z.output<typeof receivedLead>;

export const leadReceived = defineEvent('lead.received', {
  by: 'leads',
  summary: 'Leads of one partition, packed; delivered again they change nothing',
  data: z.object({
    batchId: id,
    /** Number of this message within its batch, from 0. */
    part: z.int(),
    rows: z.array(receivedLead).min(1),
  }),
  key: pack => pack.rows[0]?.property.zip ?? '',
  partitions: 8,
});

export const leadListReady = defineEvent('lead-list.ready', {
  by: 'leads',
  summary: 'The list of a ZIP was brought up to date',
  data: z.object({
    id,
    version: z.int(),
    zipCode,
    batchId: id,
    /** Closings of the last 7 days in the list. */
    agentCount: z.int(),
    readyAt: instant,
  }),
  key: list => list.zipCode,
});

export const leadFlagged = defineEvent('lead.flagged', {
  by: 'leads',
  summary: 'A subscriber flagged a closing, or an admin moved the flag on',
  data: z.object({
    id,
    version: z.int(),
    /** Absent in events from before the closing was named as one; then `agentId` names it. */
    closingId: id.optional(),
    /** The closing's id under its old name; kept for consumers that read it. The agent has no id outside of leads. */
    agentId: id.meta({ deprecated: true }),
    /** Where and when the property was sold; absent in older events. */
    closing: z
      .object({ address1: z.string(), city: z.string(), state: stateCode, zipCode, soldDate: day })
      .optional(),
    agentName: z.string(),
    userId: id,
    note: z.string(),
    status: flagStatus,
    createdAt: instant,
  }),
  // The closing's id in old events and new, so that those about one closing keep their order.
  key: flag => flag.agentId,
});

export const optOutReviewNeeded = defineEvent('opt-out.review-needed', {
  by: 'leads',
  summary: 'An opt-out names a phone or license number that an admin has to decide on',
  data: z.object({
    /** Of the opt-out; admins alone see who it is about. */
    id,
    version: z.int(),
    kinds: z.array(z.enum(['phone', 'license'])),
    confirmedAt: instant,
  }),
  key: optOut => optOut.id,
});

export const optOutDecided = defineEvent('opt-out.decided', {
  by: 'leads',
  summary: 'An admin approved, refused or undid an opt-out',
  data: z.object({
    /** Of the mail that its link went by: the event does not have who it is about, or which opt-out. */
    mailId: id,
    version: z.int(),
    outcome: z.enum(['approved', 'refused', 'undone']),
    /** What the decision is about; with `undone` what no other opt-out leaves out, so it may be nothing. */
    kinds: z.array(contactKind),
    /** Since when the e-mail address was in effect. */
    confirmedAt: instant,
    decidedAt: instant,
  }),
  key: optOut => optOut.mailId,
});

export const zipRefreshRequested = defineEvent('zip.refresh-requested', {
  by: 'leads',
  summary: 'A subscribed ZIP is due for fresh leads',
  data: z.object({ zipCode, requestedAt: instant }),
  key: zip => zip.zipCode,
});
