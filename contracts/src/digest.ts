import { z } from 'zod';
import { dealSides } from './deal-side.ts';
import { defineEvent } from './event.ts';
import { day, id, instant, usd } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('leads');

export const digestFrequencies = ['off', 'daily', 'weekly'] as const;
export const digestFrequency = z.enum(digestFrequencies);
export type DigestFrequency = z.output<typeof digestFrequency>;

/** When the morning email comes, until the user changes it. */
export const defaultDigest = { frequency: 'daily', weekday: 1, localTime: '06:30' } as const;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A name of the IANA database. Offsets such as `+02:00` know no daylight saving time, so they are refused. */
const timeZone = z
  .string()
  .max(64)
  .refine(name => /^[A-Za-z]/.test(name) && isTimeZone(name), 'Expected a time zone such as America/Chicago');

const weekday = z.int().min(1).max(7).describe('The day of a weekly email; Monday is 1, Sunday 7');
const localTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time such as 06:30')
  .describe('Hours and minutes in the time zone, from 00:00 to 23:59');

export const digestSettings = z.object({ frequency: digestFrequency, weekday, localTime, timeZone });
export type DigestSettings = z.output<typeof digestSettings>;

/** A change of the settings. Clients that do not know views leave the view as it is. */
export const digestChange = digestSettings.extend({
  viewId: id
    .nullable()
    .optional()
    .describe('A saved view whose agents the email has; null for all ZIP codes, absent to keep the choice'),
});
export type DigestChange = z.output<typeof digestChange>;

export const digestReply = z.object({
  frequency: digestFrequency,
  weekday,
  localTime,
  timeZone: z.string().nullable().describe('Null before the first ZIP: the browser then proposes its own'),
  viewId: id.nullable().describe('The saved view whose agents the email has; null for all ZIP codes'),
  isViewEmpty: z
    .boolean()
    .describe("Whether the account no longer has any of the view's ZIP codes: then no email comes"),
  areListsClosed: z
    .boolean()
    .describe(
      'Whether the account may read none of its ZIP codes, as after an unpaid trial: then no email comes',
    ),
  nextAt: instant.nullable().describe('When the next email is due; null while it is off'),
  lastSentAt: instant.nullable(),
});
export type DigestReply = z.output<typeof digestReply>;

const countOf = z.int().min(0);

export const digestSent = z.object({
  sent: z.boolean(),
  reason: z.enum(['no-news', 'notices-off', 'view-empty']).nullable().describe('Why no email is sent'),
  since: instant.describe('The end of the last digest: agents who came later are new'),
  newAgents: countOf,
  newDeals: countOf.describe('Further agents, whose earlier deals were in a digest'),
  followUps: countOf.describe('Agents whose promised day came since the last email'),
});
export type DigestSent = z.output<typeof digestSent>;

const tooSoon = {
  digest_too_soon: {
    status: 429,
    message: 'The last request or email was less than a minute ago',
    data: z.object({ retryAfterSeconds: z.int() }),
  },
};

export const digestApi = {
  getDigest: route('user', 'GET /api/user/digest', {
    summary: 'Get when the email with new agents comes',
  })
    .input(z.object({}))
    .output(digestReply),

  putDigest: route('user', 'PUT /api/user/digest', {
    summary: 'Choose when the email with new agents comes; idempotent',
    description:
      'In the hour that daylight saving time skips, the email comes at the end of that hour; in the hour that comes twice, once. Deleting the view makes the email cover all ZIP codes again.',
  })
    .input(digestChange)
    .output(digestReply),

  sendDigest: route('subscriber', 'POST /api/user/digest/now', {
    summary: 'Send the email with new agents at once, if there is news or a follow-up',
    description: 'The agents in it are not in the next scheduled email again.',
  })
    .errors(tooSoon)
    .input(z.object({}))
    .output(digestSent),
};

/** An email has at most this many agents; the others are on the dashboard. */
export const DIGEST_AGENTS = 25;

/** An agent with news since the last digest. */
export const digestAgent = z.object({
  agentId: id,
  fullName: z.string(),
  brokerageName: z.string().nullable(),
  news: z.enum(['agent', 'deal']).describe('What is new: the agent, or another deal'),
  deals: countOf.describe('Closings of the last 7 days; of an agent without one, those that are new'),
  total: usd.nullable().describe('The sum of their disclosed prices in USD; null without any'),
  side: z
    .enum(dealSides)
    .nullable()
    .describe("The agent's side in these closings; null if sources do not say"),
  newest: z
    .object({ address1: z.string(), city: z.string() })
    .optional()
    .describe('Where the newest closing is, of those that the view chooses; older digests have none'),
  earlierSoldOn: day.optional().describe('The day of the newest closing, if Today no longer lists the agent'),
  email: z.string().nullable(),
  phone: z.string().nullable().describe('The mobile, or the office phone of an agent without one'),
  sources: z.array(z.string()).describe('The sources that must be named'),
  mustNotCall: z.boolean().describe('The phone is on a do-not-call list, or proved wrong'),
});
export type DigestAgent = z.output<typeof digestAgent>;

/** An agent whom the user promised to call, and whose day came since the last digest. */
export const digestFollowUp = digestAgent
  .pick({ agentId: true, fullName: true, brokerageName: true, email: true, phone: true, mustNotCall: true })
  .extend({ followUpOn: day });
export type DigestFollowUp = z.output<typeof digestFollowUp>;

/** Holds contact data of agents, so the topic keeps it only as long as a digest is of use. */
const KEPT_HOURS = 48;

export const digestReady = defineEvent('digest.ready', {
  by: 'leads',
  summary: "An account's digest of new agents is ready to be mailed",
  data: z.object({
    id,
    version: z.int(),
    accountId: id,
    frequency: digestFrequency,
    timeZone: z.string(),
    /** The view whose agents it has; absent for all ZIPs. */
    viewName: z.string().optional(),
    /** The account got no digest before. */
    isFirst: z.boolean().optional(),
    /** The end of the digest before. */
    since: instant,
    /** Closings stored later are in the next digest. */
    through: instant,
    newAgents: countOf,
    newDeals: countOf,
    agents: z.array(digestAgent).max(DIGEST_AGENTS),
    /** The earliest day first; older digests have none. */
    followUps: z.array(digestFollowUp).max(DIGEST_AGENTS).optional(),
    /** All follow-ups of the digest; older digests have none beyond `followUps`. */
    followUpCount: countOf.optional(),
  }),
  key: digest => digest.accountId,
  retentionHours: KEPT_HOURS,
});
