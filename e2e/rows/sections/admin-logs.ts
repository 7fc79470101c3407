import { section } from '../section.ts';

export const adminLogs = section("Beyond the spec: the admin's settings and logs", {
  'admin-logs/effective-values': {
    text: 'Every setting with its meaning, the value that holds, and back to default',
    screen: '/admin',
    call: ['GET /api/admin/settings', 'DELETE /api/admin/settings/{key}'],
  },
  'admin-logs/delivery-off': {
    text: 'An empty webhook address is asked about; assignments wait and are delivered later',
    screen: '/admin',
    call: 'GET /api/admin/webhook-deliveries',
  },
  'admin-logs/webhooks': {
    text: 'Webhook deliveries: request, reply, tries, replay',
    screen: '/admin',
    call: [
      'GET /api/admin/webhook-deliveries',
      'GET /api/admin/webhook-deliveries/{id}',
      'POST /api/admin/webhook-deliveries/{id}/replay',
    ],
  },
  'admin-logs/mails': {
    text: 'Mails: state, tries, why not sent',
    screen: '/admin',
    call: 'GET /api/admin/mails',
  },
  'admin-logs/mail-replay': {
    text: 'A mail that was not sent is sent again',
    call: 'POST /api/admin/mails/{id}/replay',
  },
});
