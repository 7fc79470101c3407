import { z } from 'zod';
import { callWarning, contactFacts } from './contacts.ts';
import { defineEvent, type EventData } from './event.ts';
import { agentShape } from './lead-fields.ts';
import { day, id, usd, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';
import { agentClosing, outcome } from './today.ts';

const route = routesOf('leads');

const { agentRole: _ofClosing, ...factsOfAgent } = agentShape;

/** All that a user may read of an agent. Each fact is that of the newest row that has it. */
export const agentPage = z.object({
  agentId: id,
  ...factsOfAgent,
  mustNotCall: z.array(callWarning).nullish(),
  isEmailWrong: z.boolean().optional(),
  contacts: z.array(contactFacts.extend({ value: z.string() })),
  isWatched: z.boolean(),
  closings: z.array(agentClosing).describe('Those of all days, the newest first; at most 200'),
  outcomes: z.array(outcome).describe('The newest first; at most 200'),
});
export type AgentPage = z.output<typeof agentPage>;

const asked = z.object({ agentId: id });
const watched = z.object({ isWatched: z.boolean() });

/** Routes about one agent over all ZIPs of the account. */
export const agentPageApi = {
  readAgent: route('subscriber', 'GET /api/user/agents/{agentId}', {
    summary: "Get an agent of the user's ZIPs with closings, contacts and history",
  })
    .errors(missing)
    .input(asked)
    .output(agentPage),

  watchAgent: route('subscriber', 'PUT /api/user/watches/{agentId}', {
    summary: 'Watch an agent; idempotent',
    description: "The user gets an email when the agent closes again anywhere in the user's ZIPs.",
  })
    .errors(missing)
    .input(asked)
    .output(watched),

  unwatchAgent: route('user', 'DELETE /api/user/watches/{agentId}', {
    summary: 'Watch an agent no longer; idempotent',
  })
    .input(asked)
    .output(watched),
};

export const watchedAgentClosed = defineEvent('watched-agent.closed', {
  by: 'leads',
  summary: 'Agents whom an account watches closed again',
  data: z.object({
    id,
    version: z.int(),
    accountId: id,
    agents: z
      .array(
        z.object({
          agentId: id,
          fullName: z.string(),
          sales: z
            .array(
              z.object({
                address1: z.string(),
                city: z.string(),
                state: z.string(),
                zipCode,
                soldDate: day,
                price: usd.nullable().describe('Null if undisclosed'),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  }),
  key: news => news.accountId,
  // Names agents, who can ask for deletion.
  retentionHours: 48,
});
export type WatchedAgentClosed = EventData<typeof watchedAgentClosed>;
