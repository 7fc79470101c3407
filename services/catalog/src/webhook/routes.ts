import { AppError } from '@closingwire/chassis/app-error';
import { implementer } from '@closingwire/chassis/http';
import type { Pg } from '@closingwire/chassis/pg';
import { catalogApi, type WebhookDelivery } from '@closingwire/contracts/catalog';
import { scheduleAttempt, webhookTarget } from './schedule.ts';
import { deliveryPage, findDelivery, reopen, triesOf } from './store.ts';

const unknown = () => new AppError('missing', 'delivery_unknown', 'This delivery does not exist');

async function deliveryOf(pg: Pg, id: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(pg, id);
  if (!delivery) throw unknown();
  return delivery;
}

/** Enqueues another attempt of a delivery, in any state. Two requests before the attempt runs cause one attempt. */
async function replayDelivery(pg: Pg, id: string): Promise<WebhookDelivery> {
  await pg.transaction(async tx => {
    const reopened = await reopen(tx, id);
    if (!reopened) throw unknown();
    await scheduleAttempt(tx, id, reopened.attempts + 1, new Date());
  });
  return deliveryOf(pg, id);
}

export function webhookLogRoutes({ pg, installationUrl }: { pg: Pg; installationUrl: string | undefined }) {
  const impl = implementer(catalogApi);
  return {
    listWebhookDeliveries: impl.listWebhookDeliveries.handler(async ({ input }) => ({
      target: await webhookTarget(pg, installationUrl),
      ...(await deliveryPage(pg, input)),
    })),
    webhookDelivery: impl.webhookDelivery.handler(async ({ input: { id } }) => ({
      ...(await deliveryOf(pg, id)),
      tries: await triesOf(pg, id),
    })),
    replayWebhookDelivery: impl.replayWebhookDelivery.handler(({ input: { id } }) => replayDelivery(pg, id)),
  };
}
