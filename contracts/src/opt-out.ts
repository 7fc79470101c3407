import { z } from 'zod';
import { done, emailAddress, id, instant, optionalQuery, pageQuery, shortText } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const SHORTEST_PHONE = 7;

/**
 * The contacts of the agent to leave out. A phone without digits, or a license without letters or digits, would match
 * every agent without one.
 */
export const optOutRequest = z.object({
  email: emailAddress,
  phone: shortText
    .refine(text => text === '' || text.replace(/\D/g, '').length >= SHORTEST_PHONE, {
      error: 'Expected a phone number such as (206) 555-0142',
    })
    .optional(),
  licenseNumber: shortText
    .refine(text => text === '' || /[a-z0-9]/i.test(text), {
      error: 'Expected a license number such as CA 0001',
    })
    .optional(),
});

export const contactKind = z.enum(['email', 'phone', 'license']);
export type ContactKind = z.output<typeof contactKind>;

/**
 * requested: the link is not opened yet; expired: it was not opened in time; needs-review: the address and the
 * contacts that it proves are suppressed, and an admin must decide on the rest; in-effect: all contacts are
 * suppressed; refused: the rest is not suppressed; undone: no contact is suppressed
 */
export const optOutState = z.enum(['requested', 'expired', 'needs-review', 'in-effect', 'refused', 'undone']);
export type OptOutState = z.output<typeof optOutState>;

/** An opt-out for admins. */
export const optOut = z.object({
  id,
  state: optOutState,
  createdAt: instant,
  confirmedAt: instant.nullable(),
  /** When an admin approved, refused or undid it. */
  decidedAt: instant.nullable(),
  contacts: z.array(
    z.object({
      kind: contactKind,
      /** In full while the opt-out needs a review, otherwise masked. */
      shown: z.string(),
      isInEffect: z.boolean(),
      /** Rows of agents with this contact, one per ZIP; `mostAgentsCounted` + 1 means more. */
      agentCount: z.int(),
      /** Some of these agents by name while a review is open; otherwise empty. */
      agents: z.array(z.object({ name: z.string(), brokerage: z.string(), zip: z.string() })),
    }),
  ),
});
export type OptOut = z.output<typeof optOut>;

/** The state of a mailed link's opt-out; unknown: no such link. */
export const optOutLinkState = z.enum([...optOutState.options, 'unknown']);
export type OptOutLinkState = z.output<typeof optOutLinkState>;

const linkToken = z.string().min(16).max(512);

export const reviewDecision = z.enum(['approve', 'refuse']);
export type ReviewDecision = z.output<typeof reviewDecision>;

const linkUsed = { link_used: { status: 409, message: 'This link was already used' } };
const linkExpired = { link_expired: { status: 409, message: 'This link has expired' } };
const decided = { opt_out_decided: { status: 409, message: 'This was already decided' } };

const optOutQuery = z.object({
  ...pageQuery(25),
  search: z.string().trim().max(254).optional().describe('A whole email address, phone or license number'),
  state: optionalQuery(optOutState),
});
export type OptOutQuery = z.output<typeof optOutQuery>;

export const optOutApi = {
  optOut: route('public', 'POST /api/opt-out', {
    summary: 'Request to be left out of every list, as an agent; mails a link to the address',
    description:
      'Nothing changes until the link is opened. The reply is the same whether or not the address is in a list.',
    limit: 'contact',
  })
    .input(optOutRequest)
    .output(done),

  optOutLink: route('public', 'GET /api/opt-out/link', {
    summary: 'Get the state of the opt-out of a mailed link; changes nothing',
  })
    .input(z.object({ token: linkToken }))
    .output(z.object({ state: optOutLinkState })),

  confirmOptOut: route('public', 'POST /api/opt-out/confirm', {
    summary: 'Confirm the opt-out of a mailed link',
    limit: 'contact',
  })
    .errors({ ...missing, ...linkUsed, ...linkExpired })
    .input(z.object({ token: linkToken }))
    .output(
      done.extend({
        /** The suppressed address, masked except for its first letter and its domain. */
        email: z.string(),
        /** Contacts that an admin must review first. */
        needsReview: z.array(contactKind),
      }),
    ),

  listOptOuts: route('admin', 'GET /api/admin/opt-outs', {
    summary: 'List opt-outs, newest first, by state and contact',
  })
    .input(optOutQuery)
    .output(z.object({ optOuts: z.array(optOut), total: z.int(), needsReview: z.int() })),

  reviewOptOut: route('admin', 'PUT /api/admin/opt-outs/{optOutId}/review', {
    summary: 'Approve or refuse the phone and license number of an opt-out',
  })
    .errors(decided)
    .input(z.object({ optOutId: id, decision: reviewDecision }))
    .output(optOut),

  undoOptOut: route('admin', 'POST /api/admin/opt-outs/{optOutId}/undo', {
    summary: 'Undo an opt-out: its agent is in the lists again',
  })
    .errors(decided)
    .input(z.object({ optOutId: id }))
    .output(optOut),
};

/** The most agents counted for a contact. More belong to an office, or to 'N/A' as a license number. */
export const mostAgentsCounted = 1_000;
