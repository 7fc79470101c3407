import { type Notice, notify } from '../lib/notify.ts';
import { client } from './api.ts';

export const paymentSetupCopy = {
  added: { title: 'Payment Method Added', description: 'Your card is on file.' },
  unverified: { title: 'Verification Failed', description: 'Please try again or contact support.' },
  processing: {
    title: 'Subscription Processing',
    description: 'Your bank is still checking the card. We put it on file as soon as that is done.',
  },
} satisfies Record<string, Notice>;

const RETRY_MS = 3000;
const TRIES = 20;
const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Asks the server whether the provider has the card on file. */
export const isPaymentSetUp = (setupIntentId: string): Promise<boolean> =>
  client.billing
    .verifyPaymentSetup({ setupIntentId })
    .then(reply => reply?.success !== false)
    .catch(() => false);

/** Polls for a minute, with a toast, while the bank decides. Resolves to whether the card was accepted. */
export async function awaitPaymentSetup(setupIntentId: string): Promise<boolean> {
  notify(paymentSetupCopy.processing);
  for (let tries = 0; tries < TRIES; tries += 1) {
    await later(RETRY_MS);
    if (await isPaymentSetUp(setupIntentId)) return true;
  }
  return false;
}
