import { z } from 'zod';
import { agent, leadPage } from './lead.ts';
import { personFactsRoute } from './person-facts.ts';
import {
  day,
  done,
  emailAddress,
  id,
  instant,
  optionalNumberQuery,
  optionalQuery,
  pageQuery,
  shortText,
  stateCode,
  trendDays,
  usd,
  zipCode,
} from './primitive.ts';
import { propertyTypes } from './reference.ts';
import { routesOf } from './route.ts';

const route = routesOf('leads');

/**
 * Filters of the dashboard. Price in USD; price and date limits include their ends. A price that is not disclosed is
 * outside every price limit.
 */
export const agentFilters = z.object({
  zipCode: optionalQuery(zipCode),
  city: z.string().trim().max(100).optional(),
  state: optionalQuery(stateCode),
  minPrice: optionalNumberQuery(usd),
  maxPrice: optionalNumberQuery(usd),
  propertyType: optionalQuery(z.enum(propertyTypes)),
  fromDate: optionalQuery(day),
  toDate: optionalQuery(day),
});
export type AgentFilters = z.output<typeof agentFilters>;

/** Which closings of one ZIP; the agents page and the exports of lists ask so. */
export const zipAgentsQuery = z.object({
  zip: zipCode,
  page: z.int().min(1).optional(),
  limit: z.int().min(1).max(1000).optional(),
  search: z.string().trim().max(100).optional(),
  dateFrom: optionalQuery(day),
  dateTo: optionalQuery(day),
  /** Of a list of this ZIP; any other text names a list that does not exist. */
  leadListId: optionalQuery(shortText),
});
export type ZipAgentsQuery = z.output<typeof zipAgentsQuery>;

export const flagStatus = z.enum(['pending', 'reviewed', 'resolved']);

export const leadFlag = z.object({
  id,
  status: flagStatus,
  note: z.string(),
  createdAt: instant,
  agent: z.object({ fullName: z.string(), email: z.string(), phone: z.string() }),
  user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
});

/**
 * The list of a ZIP as it was made ready. `agentCount` is what `GET /api/agents/{zip}` returns in all for this
 * `leadListId`, `dateFrom` and `dateTo`.
 */
export const leadList = z.object({
  id,
  zipCode: z.object({ zipCode }),
  agentCount: z.int(),
  updatedAt: instant,
  /** First and last day of the period, by the calendar of the ZIP's state when the list was made ready. */
  dateFrom: day,
  dateTo: day,
});

const countOf = z.int().min(0);

/**
 * What a list amounts to. The counts of `days`, `types` and `zips` each add up to `total`; those of
 * `prices.bins` to the closings whose price is disclosed. Prices in USD.
 */
export const agentSummary = z.object({
  total: countOf,
  /** The days that were asked for. `from` is null when they reach back as far as the data goes. */
  from: day.nullable(),
  to: day,
  /** Days with closings, in their order. */
  days: z.array(z.object({ day, count: countOf })),
  /** Null is a type that the source did not say. */
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

/** Which agent shall be left out of every list. */
export const optOutRequest = z.object({
  email: emailAddress,
  phone: shortText.optional(),
  licenseNumber: shortText.optional(),
});

/** Result of one ingestion request; the first hundred rejects are in the reply, the rest under `batches/{batchId}`. */
export const batchReply = z.object({
  batchId: id,
  accepted: z.int(),
  rejected: z.int(),
  /** Of the accepted rows, those whose price the source does not disclose: missing, 0, 'N/A' and the like. */
  undisclosedPrices: z.int(),
  rejects: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
});

export const leadsApi = {
  exportPerson: personFactsRoute('leads'),

  listAgents: route('subscriber', {
    method: 'GET',
    path: '/api/user/agents',
    summary: 'Closings in the own ZIPs; without dates, of the last 7 days',
  })
    .input(agentFilters.extend(pageQuery(25)))
    .output(leadPage),

  summariseAgents: route('subscriber', {
    method: 'GET',
    path: '/api/user/agents/summary',
    summary: 'What the same list amounts to: by day, price, type and ZIP',
    description: 'A price that is not disclosed counts in `prices.undisclosed` alone.',
  })
    .input(agentFilters)
    .output(agentSummary),

  exportAgents: route('subscriber', {
    method: 'POST',
    path: '/api/user/agents/export',
    summary: 'The same rows without pages; text/csv when asked for',
    limit: 'export',
  })
    .input(agentFilters)
    .output(z.object({ agents: z.array(agent) })),

  listLeadLists: route('subscriber', {
    method: 'GET',
    path: '/api/lead-lists',
    summary: 'The lists of the own ZIPs, of the last day or week',
  })
    .input(z.object({ period: z.enum(['daily', 'weekly']).default('weekly') }))
    .output(z.array(leadList)),

  listZipAgents: route('subscriber', {
    method: 'GET',
    path: '/api/agents/{zip}',
    summary: 'Closings of one own ZIP',
    description:
      'A bare array without any query, a page with one. Defaults to the last 30 days; dateFrom or dateTo alone reaches as far as the data goes. leadListId narrows to what that list held when it was made ready.',
  })
    .input(zipAgentsQuery)
    .output(z.union([z.array(agent), leadPage])),

  flagLead: route('user', {
    method: 'POST',
    path: '/api/lead-flags',
    summary: 'Report what is wrong with a lead',
    status: 201,
  })
    .input(
      z.object({
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
    summary: 'Reported leads, newest first',
  }).output(z.object({ leadFlags: z.array(leadFlag) })),

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
    .output(z.object({ agents: z.array(agent), total: z.int() })),

  listAgentsProperties: route('partner', {
    method: 'GET',
    path: '/api/v1/agents-properties',
    summary: "Closings in the account's ZIPs, for programs",
    limit: 'partner',
  })
    .input(
      z.object({
        dateFrom: optionalQuery(day),
        dateTo: optionalQuery(day),
        city: z.string().trim().max(100).optional(),
        state: optionalQuery(stateCode),
        zip: optionalQuery(zipCode),
        minPrice: optionalNumberQuery(usd),
        maxPrice: optionalNumberQuery(usd),
        ...pageQuery(100),
      }),
    )
    .output(leadPage),

  batchOf: route('ingest', {
    method: 'GET',
    path: '/api/v1/leads/batches/{batchId}',
    summary: 'State of an ingestion batch and a page of its rejects',
  })
    .input(z.object({ batchId: id, ...pageQuery(100) }))
    .output(
      batchReply.extend({ state: z.enum(['receiving', 'loading', 'done', 'failed']), loaded: z.int() }),
    ),

  optOut: route('public', {
    method: 'POST',
    path: '/api/opt-out',
    summary: 'Ask to be left out of every list, as an agent',
    limit: 'contact',
  })
    .input(optOutRequest)
    .output(done),
};
