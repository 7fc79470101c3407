import { z } from 'zod';
import { attachCard, createCard, detachCard } from '../billing/save-card.ts';
import { cardByToken } from '../cards.ts';
import { expandable, integer, text } from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';

export const cardParams = z.strictObject({
  number: text,
  exp_month: integer.min(1).max(12),
  exp_year: integer.min(2000).max(2100),
  cvc: text.optional(),
});

/** Returns the payment method. A ready-made id such as `pm_card_visa` creates a card. */
export function paymentMethodFor(sandbox: Sandbox, id: string) {
  const card = cardByToken(id);
  if (!card) return load(sandbox, 'payment_method', id, 'payment_method');
  const expYear = sandbox.clock().getUTCFullYear() + 2;
  return createCard(sandbox, { number: card.number, expMonth: 12, expYear });
}

export const paymentMethodEndpoints = [
  endpoint(
    'post /v1/payment_methods/:id/attach',
    z.strictObject({ ...expandable, customer: text }),
    (sandbox, { customer }, { id = '' }) => attachCard(sandbox, paymentMethodFor(sandbox, id), customer),
  ),

  endpoint(
    'post /v1/payment_methods/:id/detach',
    z.strictObject(expandable),
    (sandbox, _params, { id = '' }) => {
      return detachCard(sandbox, load(sandbox, 'payment_method', id));
    },
  ),
];
