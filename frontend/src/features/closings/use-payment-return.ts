import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { type Notice, notify } from '../../lib/notify.ts';
import { client } from '../../product/api.ts';
import { clearSelectedZips } from '../../product/selected-zips.ts';
import { awaitPaymentSetup, isPaymentSetUp, paymentSetupCopy } from '../../product/verify-payment-setup.ts';
import { paymentReturnCopy as copy } from './copy.ts';

const TRIAL_TOAST_MS = 8000;

const handledParameters = [
  'trial_subscribed',
  'session_id',
  'zip_code',
  'bulk',
  'converted',
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

/** Toast after a failed check: the state is unknown, or the payment is not the user's. */
function afterFailedCheck(error: unknown): Notice {
  if (error instanceof TypeError) return { ...copy.network, tone: 'danger' };
  if (error instanceof ApiError && error.status < 500) return { ...copy.unverified, tone: 'danger' };
  return copy.processing;
}

async function verifyCheckout(sessionId: string): Promise<Notice> {
  const { success, converted } = await client.billing.verifyPayment({ sessionId });
  if (!success) return { ...copy.unverified, tone: 'danger' };
  clearSelectedZips();
  return { ...(converted ? copy.converted : copy.subscribed), tone: 'positive' };
}

async function verifySetup(setupIntentId: string, status: string | null): Promise<Notice> {
  const isAdded =
    (await isPaymentSetUp(setupIntentId)) ||
    (status === 'processing' && (await awaitPaymentSetup(setupIntentId)));
  if (isAdded) return { ...paymentSetupCopy.added, tone: 'positive' };
  return status === 'processing' ? copy.processing : { ...paymentSetupCopy.unverified, tone: 'danger' };
}

/** A payment has no call to check it; the account's payment state shows whether it succeeded. */
async function verifyPaid(status: string | null): Promise<Notice> {
  const { paymentState } = await client.billing.standing();
  if (paymentState === 'active' || paymentState === 'trialing')
    return { ...copy.subscribed, tone: 'positive' };
  return status === 'failed' ? { ...copy.unverified, tone: 'danger' } : copy.processing;
}

/** Returns the check for the order or card in the URL; null without one. */
function outcomeOf(parameters: URLSearchParams): (() => Promise<Notice>) | null {
  const has = (name: string) => parameters.get(name) === 'true';
  const trial: Notice = { ...copy.trialSubscribed, tone: 'positive', durationMs: TRIAL_TOAST_MS };
  if (has('trial_subscribed')) return async () => trial;
  const sessionId = parameters.get('session_id');
  const isCheckout = parameters.has('zip_code') || has('bulk') || has('converted');
  if (sessionId && isCheckout) return () => verifyCheckout(sessionId);
  const status = parameters.get('redirect_status');
  const setupIntent = parameters.get('setup_intent');
  if (setupIntent) return () => verifySetup(setupIntent, status);
  return parameters.has('payment_intent') ? () => verifyPaid(status) : null;
}

/** Shows the outcome of an order or card in the URL once, then removes it from the URL. */
export function usePaymentReturn(): void {
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const handled = useRef('');
  const text = search.toString();
  useEffect(() => {
    if (handled.current === text) return;
    handled.current = text;
    const parameters = new URLSearchParams(text);
    const outcome = outcomeOf(parameters);
    if (!outcome) return;
    for (const name of handledParameters) parameters.delete(name);
    setSearch(parameters, { replace: true });
    void outcome()
      .catch(afterFailedCheck)
      .then(async notice => {
        notify(notice);
        await queryClient.invalidateQueries();
      });
  }, [text, setSearch, queryClient]);
}
