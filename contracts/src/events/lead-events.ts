import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { agent } from '../lead.ts';
import { contactKind } from '../opt-out-api.ts';
import { day, id, instant, stateCode, zipCode } from '../primitive.ts';

/** A validated row on its way to the store; ids are given there. */
export const receivedLead = agent.omit({ id: true, searchCompleted: true }).extend({
  /** The source's own word for the property type. */
  sourceType: z.string().nullable(),
});
export type ReceivedLead = z.output<typeof receivedLead>;

export const leadReceived = defineEvent('lead.received', {
  by: 'leads',
  summary: 'Leads of one partition, packed; delivered again they change nothing',
  data: z.object({
    batchId: id,
    /** Number of this message within its batch, from 0. */
    part: z.int(),
    rows: z.array(receivedLead).min(1),
  }),
  key: pack => pack.rows[0]?.property.zip ?? '',
  partitions: 6,
});

export const leadListReady = defineEvent('lead-list.ready', {
  by: 'leads',
  summary: 'The list of a ZIP was brought up to date',
  data: z.object({
    id,
    version: z.int(),
    zipCode,
    batchId: id,
    /** Closings in the list's window of the last 7 days. */
    agentCount: z.int(),
    readyAt: instant,
  }),
  key: list => list.zipCode,
});

export const leadFlagged = defineEvent('lead.flagged', {
  by: 'leads',
  summary: 'A subscriber flagged a closing, or an admin moved the flag on',
  data: z.object({
    id,
    version: z.int(),
    /** Absent in events from before the closing was named as one; then `agentId` names it. */
    closingId: id.optional(),
    /** The closing's id under its old name; kept for consumers that read it. The agent has no id outside of leads. */
    agentId: id.meta({ deprecated: true }),
    /** Where and when the property was sold; absent in older events. */
    closing: z
      .object({ address1: z.string(), city: z.string(), state: stateCode, zipCode, soldDate: day })
      .optional(),
    agentName: z.string(),
    userId: id,
    note: z.string(),
    status: z.enum(['pending', 'reviewed', 'resolved']),
    createdAt: instant,
  }),
  // The closing's id in old events and new, so that those about one closing keep their order.
  key: flag => flag.agentId,
});

export const optOutReviewNeeded = defineEvent('opt-out.review-needed', {
  by: 'leads',
  summary: 'An opt-out names a phone or license number that an admin has to decide on',
  data: z.object({
    /** Of the opt-out; who it is about is told to admins alone. */
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
    /** Of the mail that its link went by: the event does not say who it is about, or which opt-out. */
    mailId: id,
    version: z.int(),
    outcome: z.enum(['approved', 'refused', 'undone']),
    /** What the decision is about; with `undone` what no other opt-out leaves out, so it may be nothing. */
    kinds: z.array(contactKind),
    /** Since when the e-mail address was in effect. */
    confirmedAt: instant,
    decidedAt: instant,
  }),
  key: optOut => optOut.mailId,
});
