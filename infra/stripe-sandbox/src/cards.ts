/** How the bank behind a test card answers. The numbers are Stripe's published test cards. */
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  /** `attach`: refused when saved; `charge`: saved, then refused when charged; `never`: good. */
  declines: 'never' | 'attach' | 'charge';
  declineCode: string;
  /** The ready-made payment method id that stands for this card. */
  token: string;
};

const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', declines: 'never', declineCode: '', token: 'pm_card_visa' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    declines: 'never',
    declineCode: '',
    token: 'pm_card_mastercard',
  },
  { number: '378282246310005', brand: 'amex', declines: 'never', declineCode: '', token: 'pm_card_amex' },
  {
    number: '4000000000000002',
    brand: 'visa',
    declines: 'attach',
    declineCode: 'generic_decline',
    token: 'pm_card_visa_chargeDeclined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    declines: 'attach',
    declineCode: 'insufficient_funds',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    declines: 'charge',
    declineCode: 'generic_decline',
    token: 'pm_card_chargeCustomerFail',
  },
];

export function cardByNumber(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[\s-]/g, '');
  return testCards.find(card => card.number === digits);
}

export function cardByToken(token: string): TestCard | undefined {
  return testCards.find(card => card.token === token);
}

/** The card behind a saved payment method: only the last four digits are kept, and they differ. */
export function cardByLast4(last4: string): TestCard | undefined {
  return testCards.find(card => card.number.endsWith(last4));
}

export function declineMessage(card: TestCard): string {
  return card.declineCode === 'insufficient_funds'
    ? 'Your card has insufficient funds.'
    : 'Your card was declined.';
}
