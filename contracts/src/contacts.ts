import { z } from 'zod';
import { day, id, instant } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

/** Evidence about contacts that a provider returns, one setting of a provider for each. */
export const evidenceKinds = ['verification', 'line-type'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * For how many days a result counts; an older one is shown with its date and proves nothing.
 *
 * - `verification`: agents change their brokerage, and their address with it. A quarter of a year keeps the share of
 *   outdated results small, and no address costs more than four checks a year.
 * - `line-type`: a number can be ported between mobile and landline at any time; the same quarter.
 * - `do-not-call`: the safe harbor of the Telemarketing Sales Rule, 16 CFR 310.4(b)(3)(iv).
 */
export const EVIDENCE_DAYS = { verification: 90, 'line-type': 90, 'do-not-call': 31 } as const;

/** Results that a provider may return. `unknown`: it could not find out. */
export const providerResults = {
  verification: ['deliverable', 'undeliverable', 'risky', 'unknown'],
  'line-type': ['mobile', 'landline', 'voip', 'unknown'],
} as const;
export type ProviderResult = (typeof providerResults)[EvidenceKind][number];

/** `unknown` until evidence changes it, and again when the evidence is too old. No state means 'safe'. */
export const emailStates = ['unknown', 'deliverable', 'risky', 'undeliverable', 'wrong'] as const;
export const phoneStates = ['unknown', 'mobile', 'landline', 'voip', 'do-not-call', 'wrong'] as const;
const contactStates = [...new Set([...emailStates, ...phoneStates])] as const;
export const contactState = z.enum(contactStates);
export type ContactState = z.output<typeof contactState>;

export const contactFields = ['email', 'mobile', 'phone'] as const;

/** An agent's contact with its evidence. */
export const contactFacts = z.object({
  kind: z.enum(['email', 'phone']),
  field: z.enum(contactFields),
  state: contactState,
  checkedAt: instant.nullable().describe('When the state was found; null without a check'),
  earlier: z
    .object({ state: contactState, checkedAt: instant })
    .nullable()
    .describe('The last result while it is too old to count'),
  notOnListOf: day
    .nullable()
    .describe(
      "The day of the do-not-call list without this number; null if it is on it, or no valid list covers the number's area code",
    ),
  source: z.string().nullable().describe('The name of the source; null if it is not known'),
  firstSeenAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
});
export type ContactFacts = z.output<typeof contactFacts>;

/** A phone that must not be called. */
export const callWarning = z.object({
  field: z.enum(['mobile', 'phone']),
  state: z.enum(['do-not-call', 'wrong']),
});
export type CallWarning = z.output<typeof callWarning>;

const count = z.int().min(0);

const providerState = z.object({
  kind: z.enum(evidenceKinds),
  isConfigured: z.boolean(),
  perDay: count.describe('The most contacts that are sent to it in a day'),
  askedToday: count.describe('In UTC'),
  lastSuccessAt: instant.nullable(),
  fault: z.object({ message: z.string(), at: instant }).nullable().describe('Of the last call'),
  resumesAt: instant.nullable().describe('No call before, because of the fault'),
});

/** A list of the National Do Not Call Registry, as it was uploaded. */
export const doNotCallList = z.object({
  id,
  kind: z.enum(['full', 'changes']),
  accountNumber: z.string().describe('The Subscription Account Number (SAN) of the holder'),
  listedOn: day,
  fileName: z.string(),
  uploadedAt: instant,
  uploadedBy: z.string().describe("The admin's email, empty if it is not known"),
  numbers: count.describe('Lines with a number'),
  areaCodes: z.array(z.string()),
  isValid: z.boolean().describe(`Not older than ${EVIDENCE_DAYS['do-not-call']} days`),
});
export type DoNotCallList = z.output<typeof doNotCallList>;

const stateCount = z.object({ kind: z.enum(['email', 'phone']), state: contactState, count });

export const contactsOverview = z.object({
  providers: z.array(providerState),
  counts: z.array(stateCount).describe('Contacts of the closings in subscribed ZIPs, of the last 7 days'),
  registry: z.object({
    numbers: count,
    areaCodes: z.array(z.object({ areaCode: z.string(), listedOn: day, isValid: z.boolean() })),
  }),
  lists: z.array(doNotCallList).describe('The last 100, newest first'),
});
export type ContactsOverview = z.output<typeof contactsOverview>;

export const contactsApi = {
  closingContacts: route('subscriber', 'GET /api/user/agents/{closingId}/contacts', {
    summary: "Get the state of the contacts of a closing's agent",
    description:
      'Every state is `unknown` until evidence changes it. `unknown` does not mean that a contact may be used.',
  })
    .errors(missing)
    .input(z.object({ closingId: id }))
    .output(z.object({ contacts: z.array(contactFacts) })),

  contactsOverview: route('admin', 'GET /api/admin/contacts', {
    summary: 'Get the providers of evidence, the states of contacts and the do-not-call lists',
  }).output(contactsOverview),
};
