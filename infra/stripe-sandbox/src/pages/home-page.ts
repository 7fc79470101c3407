import type { Sandbox } from '../sandbox.ts';
import { renderPage } from './render.ts';

/** The sandbox at a glance: what it holds, and what became of its latest events. */
export function homePage({ store }: Sandbox, webhookUrl: string | undefined): string {
  const deliveries = store.rows(
    `select event_id, body, attempts, delivered_at, last_status, last_error from deliveries
     join objects on id = event_id order by sequence desc limit 100`,
  );
  const [waiting] = store.rows('select count(*) as count from deliveries where delivered_at is null');
  return renderPage('home', 'Overview', {
    webhookUrl: webhookUrl ?? 'nobody (STRIPE_WEBHOOK_URL is not set)',
    customers: store.list('customer').length,
    subscriptions: store.list('subscription').length,
    undelivered: waiting?.count,
    deliveries: deliveries.map(row => {
      const event: { type: string; created: number } = JSON.parse(String(row.body));
      return {
        id: row.event_id,
        type: event.type,
        time: new Date(event.created * 1000).toISOString(),
        attempts: row.attempts,
        result: row.delivered_at === null ? (row.last_error ?? row.last_status ?? 'waiting') : 'delivered',
      };
    }),
  });
}
