import { section } from '../section.ts';

export const authCalls = section('7. Calls: auth and user', {
  'call/get-auth-user': { text: 'GET /api/auth/user: user or null', call: 'GET /api/auth/user' },
  'call/user-query-fresh': {
    text: 'The user query: 30 minutes fresh, no retry, no refetch',
    screen: '*',
    unit: true,
  },
  'call/get-user': { text: 'GET /api/user', call: 'GET /api/user' },
  'call/post-auth-signin': { text: 'POST /api/auth/signin', call: 'POST /api/auth/signin' },
  'call/post-auth-signup': { text: 'POST /api/auth/signup', call: 'POST /api/auth/signup' },
  'call/post-auth-signout': { text: 'POST /api/auth/signout', call: 'POST /api/auth/signout' },
  'call/post-auth-reset-password': {
    text: 'POST /api/auth/reset-password',
    call: 'POST /api/auth/reset-password',
  },
  'call/post-auth-update-password': {
    text: 'POST /api/auth/update-password with the recovery token',
    call: 'POST /api/auth/update-password',
  },
  'call/put-user-preferences': { text: 'PUT /api/user/preferences', call: 'PUT /api/user/preferences' },
  'call/put-user-profile': { text: 'PUT /api/user/profile', call: 'PUT /api/user/profile' },
  'call/get-login': { text: 'GET /api/login', call: 'GET /api/login' },
  'call/wire-protocol': { text: "The hosted provider's wire protocol" },
});

export const subscriberCalls = section('7. Calls: subscriber', {
  'call/get-zip-codes': {
    text: 'GET /api/zip-codes with page, limit, search, state',
    call: 'GET /api/zip-codes',
  },
  'call/get-subscriptions': { text: 'GET /api/subscriptions', call: 'GET /api/subscriptions' },
  'call/post-subscribe-bulk': { text: 'POST /api/subscribe/bulk', call: 'POST /api/subscribe/bulk' },
  'call/delete-subscriptions-id': {
    text: 'DELETE /api/subscriptions/{id}',
    call: 'DELETE /api/subscriptions/{id}',
  },
  'call/post-convert-trial': { text: 'POST /api/convert-trial', call: 'POST /api/convert-trial' },
  'call/post-stripe-customer-portal': {
    text: 'POST /api/stripe/customer-portal',
    call: 'POST /api/stripe/customer-portal',
  },
  'call/post-verify-payment': { text: 'POST /api/verify-payment', call: 'POST /api/verify-payment' },
  'call/get-admin-stripe-mode': { text: 'GET /api/admin/stripe-mode', call: 'GET /api/admin/stripe-mode' },
  'call/post-setup-payment-method': {
    text: 'POST /api/setup-payment-method',
    call: 'POST /api/setup-payment-method',
  },
  'call/post-verify-payment-setup': {
    text: 'POST /api/verify-payment-setup',
    call: 'POST /api/verify-payment-setup',
  },
  'call/post-lead-flags': { text: 'POST /api/lead-flags', call: 'POST /api/lead-flags' },
  'call/get-user-agents': { text: 'GET /api/user/agents with its filters', call: 'GET /api/user/agents' },
  'call/post-user-agents-export': {
    text: 'POST /api/user/agents/export',
    call: 'POST /api/user/agents/export',
  },
  'call/export-file': { text: 'Export file: name and 19 columns', screen: '/dashboard' },
  'call/get-lead-lists': { text: 'GET /api/lead-lists by period', call: 'GET /api/lead-lists' },
  'call/get-agents-zip': {
    text: 'GET /api/agents/{zip}: array without query, page with',
    call: 'GET /api/agents/{zip}',
  },
  'call/agents-csv': {
    text: 'Agents CSV of 24 columns, list CSV of 23, their names',
    screen: ['/agents/{zip}', '/subscriptions'],
  },
  'call/get-v1-agents-properties': {
    text: 'GET /api/v1/agents-properties, bearer is the user id',
    call: 'GET /api/v1/agents-properties',
  },
});

export const publicCalls = section('7. Calls: public', {
  'call/get-help-articles': { text: 'GET /api/help/articles', call: 'GET /api/help/articles' },
  'call/post-contact': { text: 'POST /api/contact', call: 'POST /api/contact' },
  'call/contact-mail': { text: 'A contact message reaches support by mail' },
});

export const adminCalls = section('7. Calls: admin', {
  'call/admin-help-articles': {
    text: 'GET, POST, PUT, DELETE /api/admin/help-articles',
    call: [
      'GET /api/admin/help-articles',
      'POST /api/admin/help-articles',
      'PUT /api/admin/help-articles/{id}',
      'DELETE /api/admin/help-articles/{id}',
    ],
  },
  'call/post-admin-send-trial-notifications': {
    text: 'POST /api/admin/send-trial-notifications',
    call: 'POST /api/admin/send-trial-notifications',
  },
  'call/get-admin-users': { text: 'GET /api/admin/users', call: 'GET /api/admin/users' },
  'call/get-admin-zip-codes': { text: 'GET /api/admin/zip-codes', call: 'GET /api/admin/zip-codes' },
  'call/get-admin-subscriptions': {
    text: 'GET /api/admin/subscriptions',
    call: 'GET /api/admin/subscriptions',
  },
  'call/get-admin-lead-flags': { text: 'GET /api/admin/lead-flags', call: 'GET /api/admin/lead-flags' },
  'call/get-admin-settings': { text: 'GET /api/admin/settings', call: 'GET /api/admin/settings' },
  'call/patch-admin-users-id-status': {
    text: 'PATCH /api/admin/users/{id}/status',
    call: 'PATCH /api/admin/users/{userId}/status',
  },
  'call/patch-admin-users-id': {
    text: 'PATCH /api/admin/users/{id}',
    call: 'PATCH /api/admin/users/{userId}',
  },
  'call/put-admin-lead-flags-id-status': {
    text: 'PUT /api/admin/lead-flags/{id}/status',
    call: 'PUT /api/admin/lead-flags/{flagId}/status',
  },
  'call/patch-admin-zip': {
    text: 'PATCH price, availability, scrape-active of a ZIP',
    call: [
      'PATCH /api/admin/zip-codes/{id}/price',
      'PATCH /api/admin/zip-codes/{id}/availability',
      'PATCH /api/admin/zip-codes/{id}/scrape-active',
    ],
  },
  'call/post-admin-zip-codes': { text: 'POST /api/admin/zip-codes', call: 'POST /api/admin/zip-codes' },
  'call/post-admin-zip-codes-bulk-import': {
    text: 'POST /api/admin/zip-codes/bulk-import',
    call: 'POST /api/admin/zip-codes/bulk-import',
  },
  'call/post-admin-assign-zip': { text: 'POST /api/admin/assign-zip', call: 'POST /api/admin/assign-zip' },
  'call/assignment-webhook': {
    text: 'Assignment webhook with zip, email, name, userid',
    call: 'POST /api/admin/assign-zip',
  },
  'call/webhook-target': { text: 'Webhook target is a setting' },
  'call/post-admin-settings': { text: 'POST /api/admin/settings', call: 'POST /api/admin/settings' },
  'call/get-admin-zip-codes-id-leads': {
    text: 'GET /api/admin/zip-codes/{id}/leads',
    call: 'GET /api/admin/zip-codes/{id}/leads',
  },
  'call/get-admin-users-search': { text: 'GET /api/admin/users/search', call: 'GET /api/admin/users/search' },
});
