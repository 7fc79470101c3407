import { z } from 'zod';
import { firstDay, lastDay, locationFilters, priceFilters, withoutDates } from './closing-filters.ts';
import { closing, leadPage } from './lead.ts';
import { day, id, instant, optionalQuery, pageQuery, shortText, zipCode, zipCodes } from './primitive.ts';
import { routesOf } from './route.ts';
import { todaySide } from './today.ts';

const route = routesOf('leads');

const dayOrInstant = z.string().refine(text => instant.or(day).safeParse(text).success, {
  error: ({ input }) =>
    `Expected a time with its zone such as 2026-03-17T08:00:00Z, or a day such as 2026-03-17; got ${JSON.stringify(String(input).slice(0, 40))}`,
});

/** One text; the same parameter twice is a list. */
const oneZip = z
  .string({
    error: ({ input }) =>
      Array.isArray(input)
        ? `Expected one zip; several go into zips, such as zips=98030,98055; got zip ${input.length} times`
        : undefined,
  })
  .regex(/^\d{5}$/, {
    error: ({ input }) =>
      `Expected a ZIP code of five digits, such as 90210; got ${JSON.stringify(input?.slice(0, 20))}`,
  });

const partnerFilters = {
  dateFrom: firstDay,
  dateTo: lastDay,
  ...locationFilters,
  zip: optionalQuery(oneZip).describe("One of the account's ZIPs"),
  zips: zipCodes.optional().describe("Some of the account's ZIPs, separated by commas"),
  view: optionalQuery(shortText).describe(
    'Name or ID of a saved view: its ZIPs, its search text and its side narrow the result, too',
  ),
  side: optionalQuery(todaySide).describe('The side of the closing; some roles name no side'),
  // An empty value is refused: a program that lost its last `nextSince` would take the whole list for new.
  newSince: dayOrInstant
    .optional()
    .describe(
      "Closings that came to the account at this time or later, such as 2026-03-17T08:00:00Z or 2026-03-17; a day begins at midnight UTC. The days of sale apply, too. Next time, send the reply's `nextSince`. If `total` differs between two pages, a closing left the list meanwhile: read all pages again with the same `newSince`",
    ),
  ...priceFilters,
  ...pageQuery(100),
};

/** A page of closings for programs. A row has its ids under plain names, too. */
const partnerPage = leadPage.extend({
  agents: z.array(
    closing.extend({
      closingId: id.describe('The same as `id`: one role of an agent in a sale'),
      agentId: id.describe('One agent in all ZIPs'),
    }),
  ),
  notYours: z
    .array(zipCode)
    .optional()
    .describe('ZIPs of `zip`, `zips` or the view that the account does not have; absent without any'),
  nextSince: instant
    .optional()
    .describe('With `newSince`: the `newSince` of the next call. Of several pages, take that of page 1'),
});
export type PartnerPage = z.output<typeof partnerPage>;

/** Pairs of limits, the lower first. */
const limitsInOrder = [
  ['dateFrom', 'dateTo'],
  ['minPrice', 'maxPrice'],
] as const;

/** Refuses unknown filters: with a misspelled one, a program would get everything. */
const partnerQuery = z
  .strictObject(partnerFilters, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `Unknown parameter ${issue.keys?.join(', ')}; expected one of ${Object.keys(partnerFilters).join(', ')}`
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

export type PartnerQuery = z.output<typeof partnerQuery>;

const keyRefused = {
  user_id_not_accepted: { status: 401, message: 'A user ID is no longer accepted as API key' },
  api_keys_unavailable: { status: 503, message: 'API keys cannot be checked now' },
};

/** The call of programs that read leads. */
export const partnerLeadsApi = {
  listAgentsProperties: route('partner', 'GET /api/v1/agents-properties', {
    summary: `Read leads: closings in the account's ZIPs; ${withoutDates}`,
    description:
      'Newest sale first. Filters narrow each other; limits include their ends. Request page 1, then the others up to `totalPages`. An unknown parameter is refused. 402 means that the trial ended unpaid, or that one of the ZIPs is not paid for. ZIPs that the account does not have are in `notYours`, and have no rows.',
    limit: 'partner',
  })
    .errors({ ...keyRefused, unknown_view: { status: 400, message: 'The account has no such saved view' } })
    .input(partnerQuery)
    .output(partnerPage),
};
