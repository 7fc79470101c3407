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

/** `full`: all numbers of its area codes. `changes`: numbers to add and to take off, each with a mark. */
export const doNotCallKinds = ['full', 'changes'] as const;
export type DoNotCallKind = (typeof doNotCallKinds)[number];

/** A full list of an area code with fewer numbers is stored only on confirmation: it is probably a part of the list. */
export const SMALL_LIST_NUMBERS = 1_000;

/** A list of the National Do Not Call Registry, as it was uploaded. */
export const doNotCallList = z.object({
  id,
  kind: z.enum(doNotCallKinds),
  accountNumber: z.string().describe('The Subscription Account Number (SAN) of the holder'),
  listedOn: day,
  fileName: z.string(),
  uploadedAt: instant,
  uploadedBy: z.string().describe("The admin's email, empty if it is not known"),
  numbers: count.describe('Lines with a number'),
  areaCodes: z.array(z.string()),
  isValid: z.boolean().describe(`Not older than ${EVIDENCE_DAYS['do-not-call']} days`),
  uncoveredAreaCodes: z
    .array(z.string())
    .describe('Area codes whose numbers of this list were removed together with a later list'),
  removedAt: instant.nullable().describe('When an admin removed the list; null if nobody did'),
  removedBy: z.string().describe("The admin's email, empty if it is not known"),
});
export type DoNotCallList = z.output<typeof doNotCallList>;

/** The effect of a list on one area code. */
export const doNotCallAreaCheck = z.object({
  areaCode: z.string(),
  numbers: count.describe('Different numbers in the file'),
  stored: count.describe('Numbers that are stored now'),
  added: count,
  removed: count.describe('Stored numbers that are taken off'),
  warning: z
    .string()
    .nullable()
    .describe(
      `Why the file is probably not the full list: it has fewer than ${SMALL_LIST_NUMBERS} numbers, or less than half of the stored ones`,
    ),
});
export type DoNotCallAreaCheck = z.output<typeof doNotCallAreaCheck>;

/** The effect that a list would have. Nothing was stored. */
export const doNotCallCheck = z.object({
  kind: z.enum(doNotCallKinds),
  fileName: z.string(),
  listedOn: day,
  numbers: count.describe('Lines with a number'),
  areas: z.array(doNotCallAreaCheck).describe('Area codes of the file, in their order'),
  isStored: z.boolean().describe('The same list is stored already, so it would change nothing'),
});
export type DoNotCallCheck = z.output<typeof doNotCallCheck>;

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
    .output(z.object({ agentId: id.describe('The agent in all ZIPs'), contacts: z.array(contactFacts) })),

  contactsOverview: route('admin', 'GET /api/admin/contacts', {
    summary: 'Get the providers of evidence, the states of contacts and the do-not-call lists',
  }).output(contactsOverview),

  removeDoNotCallList: route('admin', 'DELETE /api/admin/do-not-call-lists/{listId}', {
    summary: 'Remove a do-not-call list with the numbers of its area codes',
    description:
      'The area codes are no longer covered: their numbers read `unknown` until a full list is uploaded again. The list stays in the overview with `removedAt`. Removing it again changes nothing.',
  })
    .errors({
      ...missing,
      list_covered: {
        status: 409,
        message: 'A later list covers an area code of this list; remove it first',
      },
      list_uploading: { status: 409, message: 'Another list is being uploaded' },
    })
    .input(z.object({ listId: id }))
    .output(doNotCallList),
};
