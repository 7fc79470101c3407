import type { PaymentRequired } from '@closingwire/contracts/failure';
import { useSyncExternalStore } from 'react';

let demanded: PaymentRequired | null = null;
const listeners = new Set<() => void>();

function set(value: PaymentRequired | null): void {
  demanded = value;
  for (const listener of listeners) listener();
}

/** Called for every 402; the trial-expiration dialog opens. */
export const requirePayment = (payment: PaymentRequired): void => set(payment);

export const dismissPaymentDemand = (): void => set(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePaymentDemand = (): PaymentRequired | null =>
  useSyncExternalStore(
    subscribe,
    () => demanded,
    () => null,
  );
