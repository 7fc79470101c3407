import { section } from '../section.ts';

export const states = section('4. States and transitions', {
  'state/sign-in-and-out': { text: 'Sign-in leads in; sign-out leads to /', screen: '/' },
  'state/signed-out-elsewhere': { text: 'Signed out elsewhere: user and cache are cleared', screen: '*' },
  'state/auth-events': { text: "Provider's auth events are followed", screen: '*' },
  'state/route-tables': { text: 'Loading, signed in, signed out pick the route table', screen: '*' },
  'state/trial-active': { text: 'Trial active, days rounded up', call: 'GET /api/user', unit: true },
  'state/trial-expiring': { text: 'Trial expiring soon at 3 days or fewer', screen: '/dashboard' },
  'state/trial-expired': { text: "Trial expired: 'Action Required'", screen: '/dashboard' },
  'state/setup-required': { text: "No trial, no payment: 'Setup Required'", screen: '/dashboard' },
  'state/card-hidden': { text: 'Card hidden with payment and no running trial', screen: '/dashboard' },
  'state/no-zips-to-catalog': {
    text: 'Dashboard sends a user without ZIPs to the catalog unless the trial expired',
    screen: ['/dashboard', '/zips'],
  },
  'state/subscribe-checkout': { text: 'Subscribing: redirect to checkout', screen: '/zips' },
  'state/subscribe-trial': {
    text: 'Subscribing on trial: dashboard with trial_subscribed',
    screen: '/dashboard',
  },
  'state/subscribe-otherwise': { text: 'Subscribing otherwise: toast and refresh', screen: '/zips' },
  'state/payment-return': {
    text: 'Return from payment: converted, subscribed, failed check, network, other',
    screen: '/dashboard',
  },
  'state/payment-return-verified': {
    text: 'The return is verified by the server',
    call: 'POST /api/verify-payment',
  },
  'state/payment-setup': { text: 'Payment setup: confirm, verify, reload', screen: '/dashboard' },
  'state/flag-dialog': { text: 'Flag dialog: open, submit, close and clear', screen: '/dashboard' },
  'state/row-active': {
    text: 'Row Active when a list exists, else Updating with tooltip',
    screen: '/subscriptions',
  },
  'state/row-updating': {
    text: "Row Updating: 'Updating...', 'Pending', view and export disabled",
    screen: '/subscriptions',
  },
  'state/user-status': { text: 'User status and admin flag by an admin', screen: '/admin' },
  'state/flag-status': {
    text: 'Flag status any of three, three badges',
    call: 'PUT /api/admin/lead-flags/{flagId}/status',
  },
  'state/article-published': { text: 'Article draft or published', call: 'GET /api/help/articles' },
  'state/payment-mode': { text: 'Payment mode test or live, stored', call: 'GET /api/admin/stripe-mode' },
  'state/reset-password': { text: 'Reset password: invalid, form, success', screen: '/reset-password' },
  'state/forgot-sent': { text: 'Forgot password: form, sent', screen: '/forgot-password' },
  'state/forgot-back': { text: 'Forgot password: back to the form', screen: '/forgot-password' },
  'state/help-chips': { text: 'Help category toggles', screen: '/help' },
});
