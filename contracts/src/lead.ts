import { z } from 'zod';
import { callWarning } from './contacts.ts';
import { agentShape, propertyShape } from './lead-fields.ts';
import { id } from './primitive.ts';

/**
 * The sold property. `price` in whole USD above 0, `lotSize` in acres; null if the source did not give it. A null
 * price means 'not disclosed': twelve states do not publish prices.
 */
export const property = z.object(propertyShape);
export type Property = z.output<typeof property>;

/** A closing: the agent with the sale nested. `id` identifies this agent's role in this sale. */
export const closing = z.object({
  id,
  ...agentShape,
  searchCompleted: z.boolean(),
  sources: z
    .array(z.string())
    .optional()
    .describe('The sources that must be named wherever the closing is shown; empty without one'),
  mustNotCall: z
    .array(callWarning)
    .nullish()
    .describe('Phones on the do-not-call registry or known to be wrong; others are not proven to be safe'),
  isEmailWrong: z.boolean().optional().describe('An admin confirmed that the email is wrong'),
  property,
});
export type Closing = z.output<typeof closing>;

/** A page of closings, in the API's original shape: agents with a sale. */
export const leadPage = z.object({
  agents: z.array(closing),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
