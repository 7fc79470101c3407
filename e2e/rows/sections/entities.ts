import { section } from '../section.ts';

export const entities = section('3. Entities', {
  'entity/user': { text: 'User: all fields', call: 'GET /api/auth/user' },
  'entity/session': { text: 'Session: tokens, expiry, type, user', call: 'POST /api/auth/signin' },
  'entity/zip': { text: 'ZIP: all fields, industries that claimed it', call: 'GET /api/zip-codes' },
  'entity/subscription': {
    text: "Subscription: ZIP as object, provider's id absent on trial, last updated",
    call: 'GET /api/subscriptions',
  },
  'entity/order-item': {
    text: 'Order item: quantity from 1, kept in local storage, cleared after success',
    screen: '/zips',
  },
  'entity/agent': { text: 'Agent: all fields with property', call: 'GET /api/user/agents' },
  'entity/property': { text: 'Property: all fields', call: 'GET /api/user/agents' },
  'entity/lead-list': { text: 'Lead list: id, ZIP, agent count', call: 'GET /api/lead-lists' },
  'entity/lead-flag': { text: 'Lead flag: status, note, agent, user', call: 'GET /api/admin/lead-flags' },
  'entity/help-article': { text: 'Help article: all fields', call: 'GET /api/help/articles' },
  'entity/setting': { text: 'Setting: key, value, description', call: 'GET /api/admin/settings' },
  'entity/filter-set': { text: 'Filter set', call: 'GET /api/user/agents' },
  'entity/sign-up-payload': { text: 'Sign-up payload', call: 'POST /api/auth/signup' },
  'entity/contact-payload': { text: 'Contact payload', call: 'POST /api/contact' },
});
