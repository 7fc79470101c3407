import { z } from 'zod';
import { done, emailAddress, id, instant, optionalQuery, pageQuery, shortText } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const SHORTEST_PHONE = 7;

/** Which agent shall be left out of every list. What has no digits, or no letters, would name everybody without one. */
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

/** What an agent can be known by. */
export const contactKind = z.enum(['email', 'phone', 'license']);
export type ContactKind = z.output<typeof contactKind>;

/**
 * requested: the link that was mailed was not opened yet; expired: it never was; needs-review: the address is in
 * effect and an admin has to decide on the rest; in-effect: all of it is; refused: the address alone is; undone: none
 * is any more
 */
export const optOutState = z.enum(['requested', 'expired', 'needs-review', 'in-effect', 'refused', 'undone']);
export type OptOutState = z.output<typeof optOutState>;

/** One opt-out as admins see it. */
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
      /** In full while a review waits, which cannot be decided otherwise; masked before and after. */
      shown: z.string(),
      isInEffect: z.boolean(),
      /** Agents of the lists that carry it, one for each ZIP; one above `mostAgentsCounted` stands for more. */
      agentCount: z.int(),
      /** The first of them, by name, while a review waits; of more than `mostAgentsCounted` a few; else nobody. */
      agents: z.array(z.object({ name: z.string(), brokerage: z.string(), zip: z.string() })),
    }),
  ),
});
export type OptOut = z.output<typeof optOut>;

/** What a mailed link is worth; unknown: there is no such link, or no longer. */
export const optOutLinkState = z.enum([...optOutState.options, 'unknown']);
export type OptOutLinkState = z.output<typeof optOutLinkState>;

const linkToken = z.string().min(16).max(512);

export const reviewDecision = z.enum(['approve', 'refuse']);
export type ReviewDecision = z.output<typeof reviewDecision>;

/** Why a link does not work, and why a decision comes too late. */
const linkUsed = { link_used: { status: 409, message: 'This link was already used' } };
const linkExpired = { link_expired: { status: 409, message: 'This link has expired' } };
const decided = { opt_out_decided: { status: 409, message: 'This was decided before' } };

export const optOutApi = {
  optOut: route('public', {
    method: 'POST',
    path: '/api/opt-out',
    summary: 'Ask to be left out of every list, as an agent; a link is mailed to the address',
    description:
      'Nothing changes until the link is opened. The reply does not say whether the address is in a list.',
    limit: 'contact',
  })
    .input(optOutRequest)
    .output(done),

  optOutLink: route('public', {
    method: 'GET',
    path: '/api/opt-out/link',
    summary: 'What came of the mailed link of an opt-out; looking changes nothing',
  })
    .input(z.object({ token: linkToken }))
    .output(z.object({ state: optOutLinkState })),

  confirmOptOut: route('public', {
    method: 'POST',
    path: '/api/opt-out/confirm',
    summary: 'Put the mailed link of an opt-out into effect',
    limit: 'contact',
  })
    .errors({ ...missing, ...linkUsed, ...linkExpired })
    .input(z.object({ token: linkToken }))
    .output(
      done.extend({
        /** The address that is in no list any more, with all but its first letter hidden. */
        email: z.string(),
        /** What an admin has to look at before it takes effect. */
        needsReview: z.array(contactKind),
      }),
    ),

  listOptOuts: route('admin', {
    method: 'GET',
    path: '/api/admin/opt-outs',
    summary: 'A page of the opt-outs, newest first, by state and contact',
  })
    .input(
      z.object({
        ...pageQuery(25),
        search: z
          .string()
          .trim()
          .max(254)
          .optional()
          .describe('A whole email address, phone or license number'),
        state: optionalQuery(optOutState),
      }),
    )
    .output(z.object({ optOuts: z.array(optOut), total: z.int(), needsReview: z.int() })),

  reviewOptOut: route('admin', {
    method: 'PUT',
    path: '/api/admin/opt-outs/{optOutId}/review',
    summary: 'Approve or refuse the phone and license number of an opt-out',
  })
    .errors(decided)
    .input(z.object({ optOutId: id, decision: reviewDecision }))
    .output(optOut),

  undoOptOut: route('admin', {
    method: 'POST',
    path: '/api/admin/opt-outs/{optOutId}/undo',
    summary: 'Bring the agent of an opt-out back into the lists',
  })
    .errors(decided)
    .input(z.object({ optOutId: id }))
    .output(optOut),
};

/** Of those who carry a contact of an opt-out. Above it is an office, or 'N/A' as a license number. */
export const mostAgentsCounted = 1_000;
