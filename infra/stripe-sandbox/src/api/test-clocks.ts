import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { catchUp } from '../billing/renew.ts';
import { expandable, integer, text } from '../form-params.ts';
import { load, record, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

const clocks = '/v1/test_helpers/test_clocks';

export const testClockEndpoints = [
  endpoint(
    `post ${clocks}`,
    z.strictObject({ ...expandable, frozen_time: integer, name: text.optional() }),
    (sandbox, { frozen_time, name }) => {
      const created = timeFor(sandbox, null);
      return sandbox.store.save<Stripe.TestHelpers.TestClock>({
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created,
        deletes_after: created + 30 * 86_400,
        frozen_time,
        livemode: false,
        name: name ?? null,
        status: 'ready',
        status_details: {},
      });
    },
  ),

  endpoint(
    `post ${clocks}/:id/advance`,
    z.strictObject({ ...expandable, frozen_time: integer }),
    (sandbox, { frozen_time }, { id = '' }) => {
      const before = load(sandbox, 'test_helpers.test_clock', id);
      if (frozen_time <= before.frozen_time) {
        throw invalidRequest('A test clock can only be advanced to a later time.', 'frozen_time');
      }
      const clock = sandbox.store.save<Stripe.TestHelpers.TestClock>({ ...before, frozen_time });
      for (const customer of sandbox.store.list('customer')) {
        if (customer.test_clock !== id) continue;
        for (const subscription of sandbox.store.list('subscription', customer.id)) {
          catchUp(sandbox, subscription);
        }
      }
      record(sandbox, { type: 'test_helpers.test_clock.ready', data: { object: clock } });
      return clock;
    },
  ),
];
