/** A test card and its bank's behavior. The numbers are Stripe's, except the sandbox's own below. */
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  /** `attach`: declined when saved; `charge`: saved, then declined when charged; `never`: good. */
  declines: 'never' | 'attach' | 'charge';
  declineCode: string;
  /** The ready-made payment method id of this card. */
  token: string;
  /** The effect of a confirmation in the browser. The hosted pages ignore it. */
  confirming?: 'bank-step' | 'processing' | 'no-connection';
};

const good = (number: string, brand: TestCard['brand'], token: string): TestCard => ({
  number,
  brand,
  declines: 'never',
  declineCode: '',
  token,
});

const refused = (
  number: string,
  declines: TestCard['declines'],
  declineCode: string,
  token: string,
): TestCard => ({ number, brand: 'visa', declines, declineCode, token });

const testCards: readonly TestCard[] = [
  good('4242424242424242', 'visa', 'pm_card_visa'),
  good('5555555555554444', 'mastercard', 'pm_card_mastercard'),
  good('378282246310005', 'amex', 'pm_card_amex'),
  refused('4000000000000002', 'attach', 'generic_decline', 'pm_card_visa_chargeDeclined'),
  refused('4000000000009995', 'attach', 'insufficient_funds', 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  refused('4000000000000341', 'charge', 'generic_decline', 'pm_card_chargeCustomerFail'),
  {
    ...good('4000002500003155', 'visa', 'pm_card_authenticationRequiredOnSetup'),
    confirming: 'bank-step',
  },
  // The sandbox's own: Stripe has no cards for these two.
  { ...good('4000000000012007', 'visa', 'pm_card_sandboxProcessing'), confirming: 'processing' },
  { ...good('4000000000013005', 'visa', 'pm_card_sandboxNoConnection'), confirming: 'no-connection' },
];

export function cardByNumber(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[\s-]/g, '');
  return testCards.find(card => card.number === digits);
}

export function cardByToken(token: string): TestCard | undefined {
  return testCards.find(card => card.token === token);
}

/** A saved payment method has only the last four digits; they differ between cards. */
export function cardByLast4(last4: string): TestCard | undefined {
  return testCards.find(card => card.number.endsWith(last4));
}

export function declineMessage(card: TestCard): string {
  return card.declineCode === 'insufficient_funds'
    ? 'Your card has insufficient funds.'
    : 'Your card was declined.';
}
