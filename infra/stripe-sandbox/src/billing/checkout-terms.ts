import type { Stripe } from 'stripe';
import type { Sandbox } from '../sandbox.ts';

/** What a session's subscription shall be; the API takes it in `subscription_data` and never shows it. */
export type CheckoutTerms = { trialEnd: number | null; metadata: Stripe.Metadata };

export function keepTerms(
  { store }: Sandbox,
  sessionId: string,
  { trialEnd, metadata }: CheckoutTerms,
): void {
  store.change(
    'insert into checkout_terms (session_id, trial_end, metadata) values (?, ?, ?)',
    sessionId,
    trialEnd,
    JSON.stringify(metadata),
  );
}

export function termsOf({ store }: Sandbox, sessionId: string): CheckoutTerms {
  const [row] = store.rows('select trial_end, metadata from checkout_terms where session_id = ?', sessionId);
  return {
    trialEnd: row?.trial_end == null ? null : Number(row.trial_end),
    metadata: row ? JSON.parse(String(row.metadata)) : {},
  };
}
