import { implementer } from '@closingwire/chassis/http';
import type { Pg } from '@closingwire/chassis/pg';
import { catalogApi } from '@closingwire/contracts/catalog';
import { deliveryPage, triesOf } from '../db/delivery-log.ts';
import { deliveryOf, replayDelivery } from './replay-delivery.ts';
import { webhookTarget } from './webhook-url.ts';

/** What was sent to the lead source, for admins. */
export function webhookLogRoutes({ pg, initialUrl }: { pg: Pg; initialUrl: string | undefined }) {
  const impl = implementer(catalogApi);
  return {
    listWebhookDeliveries: impl.listWebhookDeliveries.handler(async ({ input }) => ({
      target: await webhookTarget(pg, initialUrl),
      ...(await deliveryPage(pg, input)),
    })),
    webhookDelivery: impl.webhookDelivery.handler(async ({ input: { id } }) => ({
      ...(await deliveryOf(pg, id)),
      tries: await triesOf(pg, id),
    })),
    replayWebhookDelivery: impl.replayWebhookDelivery.handler(({ input: { id } }) => replayDelivery(pg, id)),
  };
}
