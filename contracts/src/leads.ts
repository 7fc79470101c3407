import { z } from 'zod';
import { adminClosing, hiddenClosings } from './admin-closings.ts';
import { agentIdentitiesApi } from './agent-identities.ts';
import { agentPageApi } from './agent-page.ts';
import { firstDay, lastDay, locationFilters, priceFilters, withoutDates } from './closing-filters.ts';
import { closingSorts } from './closing-sorts.ts';
import { contactsApi } from './contacts.ts';
import { creditRefusal } from './credits.ts';
import { customerListsApi } from './customer-lists.ts';
import { deletionListsApi } from './deletion-lists.ts';
import { digestApi } from './digest.ts';
import { defineEvent } from './event.ts';
import { askedFile, exportsApi, leftOut, ownListsApi } from './exports.ts';
import { corrections, flaggedClosing } from './flagged-closings.ts';
import { ingestionApi } from './ingestion.ts';
import { closing, leadPage } from './lead.ts';
import { contactKind, optOutApi } from './opt-out.ts';
import { partnerLeadsApi } from './partner-leads.ts';
import {
  day,
  id,
  instant,
  optionalPageQuery,
  optionalQuery,
  pageQuery,
  shortText,
  stateCode,
  zipCode,
  zipCodes,
} from './primitive.ts';
import { propertyTypes } from './reference.ts';
import { rejectedRowsApi } from './rejected-rows.ts';
import { missing, routesOf } from './route.ts';
import { sourcesApi } from './sources.ts';
import { todayApi, todaySide } from './today.ts';
import { userFactsRoute } from './user-facts.ts';
import { viewsApi } from './views.ts';
import { zipFiguresApi } from './zip-figures.ts';

const route = routesOf('leads');

/** Filters of the dashboard. Prices in USD. Limits include their ends; a price limit leaves out undisclosed prices. */
export const dashboardFilters = z.object({
  zipCode: optionalQuery(zipCode).describe("One of the user's ZIPs"),
  zips: optionalQuery(zipCodes).describe("Some of the user's ZIPs, separated by commas"),
  search: optionalQuery(shortText).describe("Part of the agent's name, brokerage, email, or of the address"),
  side: optionalQuery(todaySide).describe('The side of the closing; some roles name no side'),
  ...locationFilters,
  ...priceFilters,
  propertyType: optionalQuery(z.enum(propertyTypes)).describe('Type of the property'),
  fromDate: firstDay,
  toDate: lastDay,
});
export type DashboardFilters = z.output<typeof dashboardFilters>;

/** Selects closings of one ZIP, for the agents page and the exports of lists. */
export const zipAgentsQuery = z.object({
  zip: zipCode,
  page: z.int().min(1).max(100_000).optional().describe('Page number, from 1'),
  limit: z.int().min(1).max(1000).optional().describe('Rows per page'),
  search: z.string().trim().max(100).optional(),
  dateFrom: optionalQuery(day),
  dateTo: optionalQuery(day),
  /** The ID of a list of this ZIP; any other text gets a 404. */
  leadListId: optionalQuery(shortText),
  use: z
    .enum(['lists', 'exports'])
    .optional()
    .describe('What the rows are for: `exports` leaves out closings of sources whose license permits none'),
  exportId: optionalQuery(id).describe(
    'With `exports`: the file of these rows, a new ID for each file. `PUT /api/user/exports/{exportId}` ends it',
  ),
});
export type ZipAgentsQuery = z.output<typeof zipAgentsQuery>;

export const flagStatus = z.enum(['pending', 'reviewed', 'resolved']);
export type FlagStatus = z.output<typeof flagStatus>;

/**
 * The credit for a wrong contact, as billing decided it. `pending`: billing has not decided yet; `nothing`: the reporter
 * has paid nothing for the ZIP, or was credited before.
 */
export const flagCredit = z.object({
  state: z.enum(['pending', 'credited', 'nothing']),
  amountCents: z.int().min(0),
  reason: creditRefusal.nullable().describe('Why nothing was credited'),
});
export type FlagCredit = z.output<typeof flagCredit>;

export const flaggedContact = z.enum(['email', 'phone']);
export type FlaggedContact = z.output<typeof flaggedContact>;

/** The contact of a flag that an admin confirmed as wrong. Lists mark it while any flag's confirmation holds. */
export const confirmedContact = z.object({
  kind: flaggedContact,
  confirmedAt: instant.nullish(),
  takenBackAt: instant.nullable().describe('Null while the confirmation holds'),
  takenBackBy: z.string().describe("The admin's email, empty if it is not known"),
  isConfirmedElsewhere: z.boolean().describe('Whether another flag marks the contact, too'),
});
export type ConfirmedContact = z.output<typeof confirmedContact>;

export const leadFlag = z.object({
  id,
  status: flagStatus,
  note: z.string(),
  createdAt: instant,
  zipCode: zipCode.optional().describe('ZIP of the closing'),
  agent: z.object({ fullName: z.string(), email: z.string(), phone: z.string() }),
  user: z.object({ id: id.optional(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  credit: flagCredit.nullish().describe('Null until an admin confirms a wrong contact'),
  confirmed: confirmedContact.nullish().describe('Null until an admin confirms one of the contacts as wrong'),
  noCredit: creditRefusal.nullish().describe('Why a confirmation brings no credit now; null if it may'),
  closing: flaggedClosing
    .nullish()
    .describe('The closing as it is stored now; null if it is gone, or its agent opted out'),
});

/** A flag as its reporter sees it. */
export const ownFlag = z.object({
  id,
  /** The flagged closing, as the lists name it. */
  closingId: id,
  status: flagStatus,
  note: z.string(),
  createdAt: instant,
  credit: flagCredit.nullable().describe('Null until an admin confirms a wrong contact'),
  confirmed: flaggedContact.nullable().describe('The contact that an admin confirmed as wrong'),
});
export type OwnFlag = z.output<typeof ownFlag>;

/**
 * The list of a ZIP: the closings of the period that were stored when it was made ready. `agentCount` is the `total`
 * of `GET /api/agents/{zip}` for this `leadListId`, `dateFrom` and `dateTo`.
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

/** `daily` is today and yesterday, `weekly` the last week. */
export const listPeriod = z.enum(['daily', 'weekly']);
export type ListPeriod = z.output<typeof listPeriod>;

const countOf = z.int().min(0);

/**
 * The counts of `listDays`, `days`, `types` and `zips` each add up to `total`; those of `prices.bins` to the closings
 * with a disclosed price. Prices in USD.
 */
export const agentSummary = z.object({
  total: countOf,
  /** The requested days. `from` is null if they have no first day. */
  from: day.nullable(),
  to: day,
  /**
   * The days of a list without dates, in order, the last one today by the calendar of the property's state; null with
   * dates. `from` and `to` differ while only some states have reached the next day.
   */
  listDays: z.array(z.object({ from: day, to: day, count: countOf })).nullable(),
  /** Days with closings, in order. */
  days: z.array(z.object({ day, count: countOf })),
  /** The type is null if the source gave none. */
  types: z.array(z.object({ type: z.enum(propertyTypes).nullable(), count: countOf })),
  zips: z.array(z.object({ zipCode, count: countOf })),
  prices: z.object({
    undisclosed: countOf,
    lowerQuartile: z.number().nullable(),
    median: z.number().nullable(),
    upperQuartile: z.number().nullable(),
    /** From `from` to below `to`; the last bin may be open. */
    bins: z.array(z.object({ from: z.number(), to: z.number().nullable(), count: countOf })),
  }),
});
export type AgentSummary = z.output<typeof agentSummary>;

const notSubscribed = { not_subscribed: { status: 403, message: 'You are not subscribed to this ZIP' } };
export const leadsApi = {
  ...optOutApi,
  ...ingestionApi,
  ...deletionListsApi,
  ...sourcesApi,
  ...agentIdentitiesApi,
  ...contactsApi,
  ...todayApi,
  ...agentPageApi,
  ...viewsApi,
  ...customerListsApi,
  ...rejectedRowsApi,
  ...exportsApi,
  ...ownListsApi,
  ...digestApi,
  ...zipFiguresApi,

  exportUser: userFactsRoute('leads'),

  listAgents: route('subscriber', 'GET /api/user/agents', {
    summary: `List closings in the user's ZIPs; ${withoutDates}`,
  })
    .input(
      dashboardFilters.extend({
        ...pageQuery(25),
        sort: z.enum(closingSorts).default('sold').describe('The column that orders the closings'),
        order: z
          .enum(['asc', 'desc'])
          .optional()
          .describe('By default `desc` for `sold` and `price`, else `asc`'),
      }),
    )
    .output(leadPage),

  summariseAgents: route('subscriber', 'GET /api/user/agents/summary', {
    summary: 'Count the same closings by day, price, type and ZIP',
    description: 'An undisclosed price counts only in `prices.undisclosed`.',
  })
    .input(dashboardFilters)
    .output(agentSummary),

  exportAgents: route('subscriber', 'POST /api/user/agents/export', {
    summary: 'Export the same closings without pages; as CSV if the client accepts text/csv',
    limit: 'export',
  })
    .input(dashboardFilters)
    .output(z.object({ agents: z.array(closing) })),

  countFile: route('subscriber', 'GET /api/user/files/rows', {
    summary: 'Count the rows that `POST /api/user/files` would write now',
  })
    .input(
      dashboardFilters.extend({
        ...askedFile.pick({ preset: true, onlyNew: true, comparedWith: true, viewId: true }).shape,
      }),
    )
    .output(z.object({ rows: countOf, leftOut: leftOut.nullable().describe('Null without `onlyNew`') })),

  listLeadLists: route('subscriber', 'GET /api/lead-lists', {
    summary: "List the lead lists of the user's ZIPs, of the last day or week",
  })
    .input(z.object({ period: listPeriod.default('weekly') }))
    .output(z.array(leadList)),

  listZipAgents: route('subscriber', 'GET /api/agents/{zip}', {
    summary: "List closings of one of the user's ZIPs",
    description:
      'Returns a bare array without a query, a page with one. Covers the last 30 days by default; dateFrom or dateTo alone reaches as far as the data goes. leadListId selects the closings of the last 7 days that were stored when that list was made ready.',
  })
    .errors({ ...missing, ...notSubscribed })
    .input(zipAgentsQuery)
    .output(z.union([z.array(closing), leadPage])),

  flagLead: route('user', 'POST /api/lead-flags', {
    summary: 'Report what is wrong with a lead',
    status: 201,
  })
    .errors(missing)
    .input(
      z.object({
        /** The closing's id, under the API's original name. */
        agentId: id,
        note: z
          .string()
          .trim()
          .min(1, "Please provide a note explaining what's wrong with this lead.")
          .max(2000),
      }),
    )
    .output(z.object({ id, status: flagStatus })),

  ownFlags: route('user', 'GET /api/user/lead-flags', {
    summary: "List the caller's own flags, newest first",
    description: 'At most 500: the newest.',
  }).output(z.object({ flags: z.array(ownFlag) })),

  listFlags: route('admin', 'GET /api/admin/lead-flags', {
    summary: 'List the reported leads, newest first',
    description:
      'Returns all, or one page with `page` or `limit`. `total` and `pending` count all, or those of the user `userId`.',
  })
    .input(z.object({ ...optionalPageQuery(200), userId: optionalQuery(id) }))
    .output(z.object({ leadFlags: z.array(leadFlag), total: countOf, pending: countOf })),

  setFlagStatus: route('admin', 'PUT /api/admin/lead-flags/{flagId}/status', {
    summary: 'Change the status of a reported lead',
  })
    .errors({
      ...missing,
      confirmed: { status: 409, message: 'The flag is confirmed and cannot be pending' },
    })
    .input(z.object({ flagId: id, status: flagStatus }))
    .output(leadFlag),

  confirmWrongContact: route('admin', 'POST /api/admin/lead-flags/{flagId}/wrong-contact', {
    summary: "Confirm a wrong contact and credit the reporter's month of the ZIP; idempotent",
    description:
      'Resolves the flag, marks the contact as wrong wherever it appears, and asks billing for the credit, once for a flag. `credit` of the flag says within seconds what was credited. Without `contact` no contact is marked.',
  })
    .errors({ ...missing, contact_missing: { status: 400, message: 'The flag has no such contact' } })
    .input(z.object({ flagId: id, contact: flaggedContact.optional() }))
    .output(leadFlag),

  takeBackWrongContact: route('admin', 'POST /api/admin/lead-flags/{flagId}/wrong-contact/undo', {
    summary: 'Take back that a contact is wrong; idempotent',
    description:
      'Removes the mark of the contact wherever it appears, unless another flag confirms it, too. Status and credit of the flag stay. A later confirmation marks the contact again, without another credit.',
  })
    .errors({ ...missing, not_confirmed: { status: 409, message: 'The flag confirmed no contact as wrong' } })
    .input(z.object({ flagId: id }))
    .output(leadFlag),

  setClosingHidden: route('admin', 'PUT /api/admin/lead-flags/{flagId}/hidden', {
    summary: 'Hide the flagged closing from every customer, or show it again; idempotent',
    description:
      'A hidden closing is in no list, count, file or API reply, also after a source delivers it again. The status of the flag stays.',
  })
    .errors(missing)
    .input(z.object({ flagId: id, isHidden: z.boolean() }))
    .output(leadFlag),

  correctClosing: route('admin', 'PUT /api/admin/lead-flags/{flagId}/closing', {
    summary: 'Correct fields of the flagged closing and its agent; idempotent',
    description:
      "The values stay when a source delivers the row again. Price and address are corrected for both sides of the sale. A field of the agent is corrected in all the agent's ZIPs, also in later ones. A value that the sources say, too, ends the field's correction. The status of the flag stays.",
  })
    .errors({
      ...missing,
      unreadable: { status: 400, message: 'A value cannot be read' },
      opted_out: { status: 409, message: 'A person with this contact opted out' },
    })
    .input(z.object({ flagId: id, fields: corrections }))
    .output(leadFlag),

  listLeadsOfZip: route('admin', 'GET /api/admin/zip-codes/{id}/leads', {
    summary: 'List closings of any ZIP',
  })
    .input(z.object({ id: zipCode, ...pageQuery(20), search: z.string().trim().max(100).optional() }))
    .output(z.object({ agents: z.array(adminClosing), total: z.int(), hidden: hiddenClosings.optional() })),

  apiAccess: route('user', 'GET /api/user/api-access', {
    summary: 'Get whether the user ID works as an API key',
  }).output(
    z.object({
      /** Whether the user ID works as API key; the setting `api_user_id_bearer` decides. */
      acceptsUserId: z.boolean(),
    }),
  ),

  ...partnerLeadsApi,
};

/** A checked row; it gets its ids when it is stored. */
export const receivedLead = closing
  .omit({ id: true, searchCompleted: true, mustNotCall: true, isEmailWrong: true, sources: true })
  .extend({
    /** The source's own word for the property type. */
    sourceType: z.string().nullable(),
    /** Further addresses and numbers of the same cells. */
    otherEmails: z.array(z.string()).optional(),
    otherPhones: z.array(z.string()).optional(),
    /** Null if the source left it blank: the closing keeps its role. */
    agentRole: z.string().nullable(),
    /** The source gave the agent's city or state; without it they are the property's. */
    hasOwnPlace: z.boolean().optional(),
    /** The source's key of the listing, by which it retracts the row. */
    listingKey: z.string().optional(),
  });
export type ReceivedLead = z.output<typeof receivedLead>;

export const leadReceived = defineEvent('lead.received', {
  by: 'leads',
  summary: 'A pack of leads of one partition; a repeat changes nothing',
  data: z.object({
    batchId: id,
    /** The pack's number in its batch, from 0. */
    part: z.int(),
    /** The source that delivered the rows. */
    sourceId: z.int().optional(),
    rows: z.array(receivedLead).min(1),
  }),
  key: pack => pack.rows[0]?.property.zip ?? '',
  partitions: 8,
});

export const leadListReady = defineEvent('lead-list.ready', {
  by: 'leads',
  summary: 'The list of a ZIP was updated',
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
  summary: 'A subscriber flagged a closing, or an admin changed the flag',
  data: z.object({
    id,
    version: z.int(),
    /** Absent in old events, which have only `agentId`. */
    closingId: id.optional(),
    /** The closing's id under its old name, kept for consumers that read it. Agents have no id outside of leads. */
    agentId: id.meta({ deprecated: true }),
    /** Address and day of the sale; absent in old events. */
    closing: z
      .object({ address1: z.string(), city: z.string(), state: stateCode, zipCode, soldDate: day })
      .optional(),
    agentName: z.string(),
    userId: id,
    note: z.string(),
    status: flagStatus,
    /** A confirmation holds that asked for a credit: `zip-credit.decided` tells its outcome. Absent in old events. */
    hasCredit: z.boolean().optional(),
    /** The confirmed contact that an admin took back last; null while a confirmation holds. Absent in old events. */
    takenBack: z.object({ contact: flaggedContact, at: instant }).nullable().optional(),
    /** The confirmed contact while its confirmation holds. Absent in old events. */
    confirmed: z.object({ contact: flaggedContact, at: instant }).nullable().optional(),
    /** Lists no longer show the closing: an admin hid it. Absent in old events. */
    isHidden: z.boolean().optional(),
    createdAt: instant,
  }),
  // Old and new events have it, so the events of one closing stay in order.
  key: flag => flag.agentId,
});

export const leadCreditRequested = defineEvent('lead.credit-requested', {
  by: 'leads',
  summary: 'An admin confirmed a wrong contact: the reporter is due a credit for the ZIP',
  data: z.object({
    /** The flag's id, which is also the credit's. */
    id,
    version: z.int(),
    userId: id,
    zipCode,
    requestedAt: instant,
  }),
  key: flag => flag.id,
});

export const optOutReviewNeeded = defineEvent('opt-out.review-needed', {
  by: 'leads',
  summary: 'An admin must review the phone or license number of an opt-out',
  data: z.object({
    /** The opt-out's id; only admins see its contacts. */
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
    /** The id of the mail with the link. The event contains neither the opt-out's id nor a contact. */
    mailId: id,
    version: z.int(),
    outcome: z.enum(['approved', 'refused', 'undone']),
    /** The decided contacts; with `undone`, those that no other opt-out suppresses, which may be none. */
    kinds: z.array(contactKind),
    /** When the suppression of the email address began. */
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
