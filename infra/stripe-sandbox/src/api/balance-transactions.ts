import { z } from 'zod';
import { changeBalance } from '../billing/balance.ts';
import { expandable, integer, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';

const path = '/v1/customers/:id/balance_transactions';

export const balanceTransactionEndpoints = [
  endpoint(
    `post ${path}`,
    z.strictObject({
      ...expandable,
      amount: integer,
      currency: z.literal('usd'),
      description: text.optional(),
      metadata: metadata.optional(),
    }),
    (sandbox, { amount, description, metadata: given }, { id = '' }) =>
      changeBalance(sandbox, id, {
        amount,
        type: 'adjustment',
        description,
        metadata: mergeMetadata({}, given),
      }),
  ),

  endpoint(`get ${path}`, z.strictObject(paged), (sandbox, params, { id = '' }) => {
    load(sandbox, 'customer', id);
    const all = sandbox.store.list('customer_balance_transaction', id);
    return listPage(`/v1/customers/${id}/balance_transactions`, all, params);
  }),
];
