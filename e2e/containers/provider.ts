import { z } from 'zod';
import { providerCall } from '../platform/provider-call.ts';
import * as server from './domain.ts';

// Calls the payment provider of the domain's test with its secret key.

const object = z.object({ id: z.string() });
const listed = z.object({
  data: z.array(
    z.object({
      trial_end: z.number().nullish(),
      amount_paid: z.number().default(0),
    }),
  ),
});

const provider = providerCall(`${server.stripeUrl}/v1`, server.stripeKey);

export const create = async (path: string, fields: Record<string, string>) =>
  object.parse(await provider(path, fields)).id;

export const listOfProvider = async (path: string) => listed.parse(await provider(path)).data;

/** Advances the provider's clock and processes everything due. */
export const advance = (clock: string, seconds: number) =>
  provider(`test_helpers/test_clocks/${clock}/advance`, { frozen_time: String(seconds) });
