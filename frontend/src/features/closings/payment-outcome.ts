import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { type Notice, notify } from '../../lib/notify.ts';
import { client } from '../../product/api.ts';
import { clearSelectedZips } from '../../product/selected-zips.ts';
import { awaitPaymentSetup, isPaymentSetUp, paymentSetupCopy } from '../../product/verify-payment-setup.ts';
import { connectionFailed } from './copy.ts';

const copy = {
  trialSubscribed: {
    title: 'Trial started',
    description: 'Your leads will arrive within 20 minutes, and then every day.',
  },
  converted: {
    title: 'Trial converted',
    description: 'Your trial ZIP codes are now paid subscriptions. Nothing pauses.',
  },
  subscribed: {
    title: 'Subscription successful',
    description: 'Your leads will arrive within 15 minutes, and then every day.',
  },
  unverified: {
    title: 'Payment not verified',
    description: 'If your card was charged, please contact support.',
  },
  processing: {
    title: 'Subscription Processing',
    description: 'Your payment is being processed. Your ZIP codes will appear shortly.',
  },
};

const TRIAL_TOAST_MS = 8000;

/** Toast after a failed check: the state is unknown, or the payment is not the user's. */
function afterFailedCheck(error: unknown): Notice {
  if (error instanceof TypeError) return { ...connectionFailed, tone: 'danger' };
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

/** Checks the order or card of the URL. */
async function outcomeOf(parameters: URLSearchParams): Promise<Notice> {
  const has = (name: string) => parameters.get(name) === 'true';
  const trial: Notice = { ...copy.trialSubscribed, tone: 'positive', durationMs: TRIAL_TOAST_MS };
  if (has('trial_subscribed')) return trial;
  const sessionId = parameters.get('session_id');
  if (sessionId) return verifyCheckout(sessionId);
  const status = parameters.get('redirect_status');
  const setupIntent = parameters.get('setup_intent');
  if (setupIntent) return verifySetup(setupIntent, status);
  return verifyPaid(status);
}

/** Shows the outcome of the order or card of a URL, and reads everything again. */
export async function showOutcome(parameters: URLSearchParams, queryClient: QueryClient): Promise<void> {
  notify(await outcomeOf(parameters).catch(afterFailedCheck));
  await queryClient.invalidateQueries();
}
