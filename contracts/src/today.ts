import { z } from 'zod';
import { callWarning } from './contacts.ts';
import { agentShape, propertyShape } from './lead-fields.ts';
import { day, id, instant, optionalQuery, pageQuery, usd, zipCodes } from './primitive.ts';
import { missing, routesOf } from './route.ts';
import { outcomeKinds, todayShows, todaySides, todaySorts } from './today-names.ts';

const route = routesOf('leads');

/** The most outcomes of an account with one agent, and of an account; `do-not-call` counts apart. */
export const MOST_OUTCOMES_OF_AGENT = 200;
export const MOST_OUTCOMES = 50_000;

export const outcomeKind = z.enum(outcomeKinds);

/** An outcome that the user noted with an agent. */
export const outcome = z.object({
  id,
  outcome: outcomeKind,
  note: z.string().nullable(),
  followUpOn: day.nullable().describe('The day on which the agent returns to the top'),
  madeAt: instant,
});
export type Outcome = z.output<typeof outcome>;

/** One of an agent's closings in the user's ZIPs. */
export const agentClosing = z.object({
  id,
  agentRole: agentShape.agentRole,
  ...propertyShape,
  sources: z.array(z.string()).describe('The sources that must be named'),
});
export type AgentClosing = z.output<typeof agentClosing>;

const countOf = z.int().min(0);

/** An agent with the closings of the last 7 days in the user's ZIPs. Contacts are those of the newest row. */
export const todayAgent = z.object({
  agentId: id.describe('The same in every ZIP, reply and file'),
  fullName: z.string(),
  brokerageName: z.string().nullable(),
  teamName: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  phone: z.string().nullable(),
  phoneExtension: z.string().nullable(),
  mustNotCall: z.array(callWarning).nullish(),
  isEmailWrong: z.boolean().optional(),
  deals: countOf.describe('Closings of the last 7 days; 0 for a follow-up without one'),
  total: usd.nullable().describe('The sum of their disclosed prices in USD; null without any'),
  earlierDeals: countOf.describe('Closings of the 90 days before, in the same ZIPs'),
  news: z
    .enum(['agent', 'deal'])
    .nullable()
    .describe('What came after the last visit: the agent, or another deal'),
  isDue: z.boolean().describe("The follow-up day has come, by the clock of the agent's state"),
  isDone: z.boolean().describe('The user noted an outcome since the last deal, and no follow-up is due'),
  isWatched: z.boolean(),
  last: outcome.nullable().describe('The outcome that holds: the newest'),
  closings: z.array(agentClosing).describe('The newest first'),
});
export type TodayAgent = z.output<typeof todayAgent>;

export const todaySort = z.enum(todaySorts);
export const todaySide = z.enum(todaySides);

export const todayReply = z.object({
  agents: z.array(todayAgent),
  total: countOf.describe('Agents'),
  closings: countOf.describe('Their closings of the last 7 days'),
  newAgents: countOf.describe('Agents who came after `newSince`'),
  due: countOf.describe('Follow-ups whose day has come'),
  watched: countOf.describe("Watched agents in the user's ZIPs, also without a closing of the last 7 days"),
  done: countOf.describe('Listed agents with `isDone`'),
  hasOutcomes: z.boolean().describe('The user noted an outcome with any agent'),
  followUps: countOf.describe(
    "Agents in the user's ZIPs whose newest outcome has a follow-up day, past or to come",
  ),
  newSince: instant.nullable().describe('The last look of the visit before; null in the first visit'),
  page: z.int(),
  totalPages: z.int(),
});
export type TodayReply = z.output<typeof todayReply>;

const agentId = id;

/** An outcome with its agent, as the history lists it. */
export const pastOutcome = outcome.extend({
  agentId,
  fullName: z.string().nullable().describe('Null if no ZIP of the account has the agent now'),
  brokerageName: z.string().nullable(),
  isLatest: z
    .boolean()
    .describe('The outcome that holds: `do-not-call` until it is removed, else the newest of the agent'),
});
export type PastOutcome = z.output<typeof pastOutcome>;

/** Routes of the dashboard's first tab, one row an agent. */
export const todayApi = {
  today: route('subscriber', 'GET /api/user/today', {
    summary: "List the agents of the user's closings of the last 7 days, and due follow-ups",
    description:
      'One row an agent over all ZIPs. By `reason`: due follow-ups, then agents without an outcome this week, each by deals, sum and day. `newAgents` counts those who came after `newSince`.',
  })
    .input(
      z.object({
        show: z
          .enum(todayShows)
          .default('to-call')
          .describe(
            '`watched`: all watched agents, also those without a closing. `follow-ups`: all agents with a follow-up day, by `reason` the earliest day first',
          ),
        sort: todaySort.default('reason'),
        zips: optionalQuery(zipCodes).describe("Some of the user's ZIPs, separated by commas"),
        search: z
          .string()
          .trim()
          .max(100)
          .optional()
          .describe("Part of the agent's name, brokerage, email, or of an address"),
        side: todaySide
          .optional()
          .describe(
            'Agents with a closing on this side; with `search`, the closing that it finds. Some roles name no side',
          ),
        ...pageQuery(25),
      }),
    )
    .output(todayReply),

  visitToday: route('user', 'POST /api/user/today/visits', {
    summary: 'Note that the user looks at Today',
    description:
      'After two hours without a look a new visit begins; agents who came since the last look are new.',
  })
    .input(z.object({}))
    .output(z.object({ newSince: instant.nullable() })),

  putOutcome: route('subscriber', 'PUT /api/user/outcomes/{outcomeId}', {
    limit: 'outcome',
    summary: 'Note what the user did about an agent; idempotent',
    description:
      '`do-not-call` leaves the agent out of the lists, exports and API of this account, and refuses other outcomes, until it is removed. The same outcome again within 5 seconds returns the first.',
  })
    .errors({
      ...missing,
      invalid_time: { status: 400, message: 'Expected a time of the past in madeAt; got a later one' },
      do_not_call: {
        status: 409,
        message: 'You marked the agent “do not call”. Take that back first.',
        data: z.object({ outcomeId: id.describe('The outcome that holds') }),
      },
      too_many_outcomes: {
        status: 409,
        message: `More than ${MOST_OUTCOMES_OF_AGENT} outcomes of one agent, or ${MOST_OUTCOMES} of the account`,
      },
    })
    .input(
      z.object({
        outcomeId: id,
        agentId,
        outcome: outcomeKind,
        note: z.string().trim().max(1_000).optional(),
        followUpOn: day.optional(),
        madeAt: instant
          .optional()
          .describe('When a removed outcome was noted, to put it back in its place; by default now'),
      }),
    )
    .output(outcome),

  listOutcomes: route('subscriber', 'GET /api/user/outcomes', {
    summary: 'List what the user noted about agents, the newest first',
  })
    .input(
      z.object({
        outcome: optionalQuery(outcomeKind).describe('Only agents for whom this outcome holds'),
        ...pageQuery(25),
      }),
    )
    .output(z.object({ outcomes: z.array(pastOutcome), total: countOf, page: z.int(), totalPages: z.int() })),

  undoOutcome: route('user', 'DELETE /api/user/outcomes/{outcomeId}', {
    summary: 'Remove an outcome; the one before holds again; idempotent',
  })
    .input(z.object({ outcomeId: id }))
    .output(z.object({ removed: z.boolean() })),
};
