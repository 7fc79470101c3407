import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import type { CardEntry } from '../billing/save-card.ts';

const cardForm = z.object({
  number: z.string(),
  expiry: z.string().regex(/^\s*\d{1,2}\s*\/\s*(\d{2}|\d{4})\s*$/),
  name: z.string().optional(),
});

export function readCardForm(body: unknown): CardEntry {
  const parsed = cardForm.safeParse(body);
  if (!parsed.success) throw invalidRequest('Your card’s expiry date is incomplete: expected MM/YY.');
  const [month = 0, year = 0] = parsed.data.expiry.split('/').map(Number);
  if (month < 1 || month > 12) throw invalidRequest('Your card’s expiry month is invalid.');
  return {
    number: parsed.data.number,
    expMonth: month,
    expYear: year < 100 ? 2000 + year : year,
    name: parsed.data.name,
  };
}

/** The form starts with an accepted card, so that one click pays. */
export function cardFormDefaults(now: Date) {
  return {
    number: '4242 4242 4242 4242',
    expiry: `12/${(now.getUTCFullYear() + 2) % 100}`,
    holder: 'Test Person',
  };
}
