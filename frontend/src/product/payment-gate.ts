import type { PaymentRequired } from '@closingwire/contracts/route';
import { useSyncExternalStore } from 'react';

/** The open payment dialog: a demand after a 402, or the setup of a card. */
export type PaymentStep = { kind: 'demand'; payment: PaymentRequired } | { kind: 'setup' };

let current: PaymentStep | null = null;
const listeners = new Set<() => void>();

function set(step: PaymentStep | null): void {
  current = step;
  for (const listener of listeners) listener();
}

/** Opens the trial-expiration dialog; called for every 402. */
export const requirePayment = (payment: PaymentRequired): void => set({ kind: 'demand', payment });

/** Opens the same dialog without a 402, with the price of the ZIPs. */
export const requireConversion = (trialExpired: boolean): void =>
  requirePayment({ trialExpired, requiresPayment: true, zipCount: 0, monthlyAmount: 0 });

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
