import type { CustomerCard } from '@closingwire/contracts/billing';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

type Reading = NonNullable<CustomerCard>;

function chargeText(nextCharge: Reading['nextCharge']): string {
  if (nextCharge === null) return 'None scheduled';
  const { at, cents, isRetry } = nextCharge;
  const amount = cents === null ? 'An unknown amount' : formatCents(cents);
  return `${amount} on ${formatInstant(at)}${isRetry ? ', for a charge that failed' : ''}`;
}

/** Returns facts of the provider by term; undefined while they load or if the call failed. */
export function cardFacts(provider: CustomerCard | undefined, isError: boolean): Record<string, string> {
  if (!provider) {
    const text = provider === null || isError ? 'The payment provider did not answer' : 'Loading…';
    return { Card: text, 'Next charge': text };
  }
  const { card, nextCharge, creditCents } = provider;
  return {
    Card:
      card === null
        ? 'None'
        : `${card.brand.toUpperCase()} ending in ${card.last4}, expires ${card.expMonth}/${card.expYear}`,
    'Next charge': chargeText(nextCharge),
    Credit: creditCents > 0 ? `${formatCents(creditCents)} for the next invoices` : '',
  };
}
