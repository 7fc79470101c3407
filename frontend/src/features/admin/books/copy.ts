import type { BookKind } from '@closingwire/contracts/books';

/** A kind of difference: the fault, the remedy, and whether the product repairs it without an operator. */
type Kind = { title: string; remedy: string; isRepaired: boolean };

export const kinds: Record<BookKind, Kind> = {
  'two-subscriptions': {
    title: 'Two live subscriptions of one customer',
    remedy:
      'Billing ends all but one and credits what they charged. Check it in the dashboard of the provider.',
    isRepaired: true,
  },
  'wrong-quantity': {
    title: 'The provider charges for another number of ZIPs',
    remedy: 'Billing sets the quantity to the ZIPs of the account, or ends a subscription without ZIPs.',
    isRepaired: true,
  },
  'paid-without-subscription': {
    title: 'Paid ZIPs without a live subscription',
    remedy:
      'Billing reads the customer again: it starts a subscription on the card on file or ends the ZIPs.',
    isRepaired: true,
  },
  'stray-subscription': {
    title: 'A live subscription of an unknown customer',
    remedy: 'Nothing is changed. End it in the dashboard of the provider, and refund what it charged.',
    isRepaired: false,
  },
  'deleted-subscription': {
    title: 'A deleted account is still charged',
    remedy: 'Billing ends the subscription. Refund what was charged since the deletion.',
    isRepaired: true,
  },
  'deleted-checkout': {
    title: 'An open checkout of a deleted account',
    remedy: 'Billing closes the checkout, so that nobody can pay it.',
    isRepaired: true,
  },
  'deleted-zip': {
    title: 'A deleted account still receives a ZIP',
    remedy: 'Billing ends the subscription, and catalog releases its claim.',
    isRepaired: true,
  },
  'deleted-claim': {
    title: 'A deleted account still holds a ZIP',
    remedy: 'Catalog releases the claim, so that others can order the ZIP.',
    isRepaired: true,
  },
  'claim-without-subscription': {
    title: 'A claim without a subscription',
    remedy:
      'Catalog releases the claim. If an admin assigned the ZIP, billing adds the free subscription instead.',
    isRepaired: true,
  },
  'claim-of-unknown-account': {
    title: 'A claim of an account that billing does not know',
    remedy: 'Nothing is changed. Compare with the users; if billing lost the account, restore its backup.',
    isRepaired: false,
  },
  'subscription-without-claim': {
    title: 'A subscription without a claim',
    remedy: 'Catalog claims the ZIP again. If another user has it, the subscription ends.',
    isRepaired: true,
  },
  'claim-differs': {
    title: 'Claim and subscription name different users or ZIPs',
    remedy: 'Nothing is changed. Ask the user which ZIP is right, then remove the other one for them.',
    isRepaired: false,
  },
  'credit-differs': {
    title: 'A credit for a wrong contact differs at the provider',
    remedy:
      'Billing gives a credit whose job was lost. Another one is not changed: compare the balance of the customer in the dashboard of the provider.',
    isRepaired: true,
  },
  'rows-missing': {
    title: 'Accepted rows are not stored',
    remedy: 'Nothing is changed. Send the dead letters of leads-ingest again, or deliver the file again.',
    isRepaired: false,
  },
};
