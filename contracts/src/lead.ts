import { z } from 'zod';
import { agentShape, propertyShape } from './lead-fields.ts';
import { id } from './primitive.ts';

/**
 * The sold property. `price` in whole USD and above 0, `lotSize` in acres; null where the source did not give it. Twelve
 * states do not publish sale prices, so a price of null means 'not disclosed'.
 */
export const property = z.object(propertyShape);
export type Property = z.output<typeof property>;

/** A closing: the agent, with the sale nested. `id` names this agent's part in this sale. */
export const closing = z.object({ id, ...agentShape, searchCompleted: z.boolean(), property });
export type Closing = z.output<typeof closing>;

/** A page of closings: `agents` is the API's name for them, each an agent with a sale. */
export const leadPage = z.object({
  agents: z.array(closing),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
