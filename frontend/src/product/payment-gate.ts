import type { PaymentRequired } from '@closingwire/contracts/route';
import { useSyncExternalStore } from 'react';

/** What is asked of the user: to go on paying after a refusal, or to put a card on file. */
export type PaymentStep = { kind: 'demand'; payment: PaymentRequired } | { kind: 'setup' };

let current: PaymentStep | null = null;
const listeners = new Set<() => void>();

function set(step: PaymentStep | null): void {
  current = step;
  for (const listener of listeners) listener();
}

/** Called for every 402; the trial-expiration dialog opens. */
export const requirePayment = (payment: PaymentRequired): void => set({ kind: 'demand', payment });

/** Opens the same dialog before anybody refused: it shows what paying for the ZIPs costs, and leads on. */
export const requireConversion = (trialExpired: boolean): void =>
  requirePayment({ trialExpired, requiresPayment: true, zipCount: 0, monthlyAmount: 0 });

/** Opens the dialog that puts a card on file. */
export const openPaymentSetup = (): void => set({ kind: 'setup' });

export const closePaymentStep = (): void => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePaymentStep = (): PaymentStep | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
