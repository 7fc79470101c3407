import { section } from '../section.ts';

export const zipCatalog = section('2. ZIP catalog', {
  'zips/states': { text: 'State dropdown of 50 codes', screen: '/zips' },
  'zips/search-disabled': { text: 'Search box disabled until a state is chosen', screen: '/zips' },
  'zips/suggestions': { text: 'Suggestions dropdown', screen: '/zips' },
  'zips/order-card': { text: 'Your Order card', screen: '/zips' },
  'zips/purchase-button': { text: 'Purchase button', screen: '/zips' },
  'zips/load-more': { text: 'Load-more button', screen: '/zips' },
  'zips/unavailable': { text: "'Unavailable' badge", screen: '/zips' },
  'zips/welcome': { text: 'welcome=true shows the toast, then the address is cleaned', screen: '/zips' },
  'zips/paste': {
    text: 'Pasted ZIPs are checked and the free ones join the order: 40 ZIPs in two presses',
    screen: '/zips',
  },
  'zips/areas': {
    text: 'The search finds cities with their state, counties, and the miles around a place; one press adds all free ZIPs',
    screen: '/zips',
  },
  'zips/wait': {
    text: 'A user waits for a ZIP that another one has, and sees their place in line',
    screen: '/zips',
    call: ['GET /api/zip-waits', 'POST /api/zip-waits'],
  },
  'zips/wait-offer': {
    text: 'A ZIP that becomes free is offered for a day to the user who waited longest, by email, then to the next',
    screen: '/zips',
  },
  'zips/wait-shown': {
    text: 'An open offer is on the dashboard and the subscriptions page too, with the link to order',
    screen: '/dashboard',
    call: 'GET /api/zip-waits',
  },
  'zips/own-failed': {
    text: 'The list says if it cannot mark the own ZIPs, and reads them again on a press',
    screen: '/zips',
    call: 'GET /api/subscriptions',
  },
  'zips/wait-stop': {
    text: 'A user stops waiting, in the list or the panel',
    screen: '/zips',
    call: 'DELETE /api/zip-waits/{zipCode}',
  },
  'zips/order-bar': { text: 'On a phone a bar keeps the order in view', screen: '/zips' },
  'zips/visitors': { text: 'Visitors: toast and redirect after 500 ms', screen: '/zips' },
});

export const dashboard = section('2. Dashboard', {
  'dashboard/title': { text: "Title, 'Recent Closings'", screen: '/dashboard' },
  'dashboard/account-card': { text: 'Account-status card', screen: '/dashboard' },
  'dashboard/email-settings': { text: 'Email Settings button', screen: '/dashboard' },
  'dashboard/subscribed-zips': { text: 'List of subscribed ZIPs with Add More', screen: '/dashboard' },
  'dashboard/filter-and-table': { text: 'Filter and export table', screen: '/dashboard' },
  'dashboard/empty-state': { text: 'Empty state links to ZIPs and help', screen: '/dashboard' },
  'dashboard/trial-over': { text: "'Trial Over' section replaces the table", screen: '/dashboard' },
  'dashboard/trial-subscribed': { text: 'trial_subscribed=true handled, then cleared', screen: '/dashboard' },
  'dashboard/session-id': {
    text: 'session_id with zip_code, bulk or converted handled, then cleared',
    screen: '/dashboard',
  },
  'dashboard/visitors': { text: 'Visitors: toast and redirect; Sign In button', screen: '/dashboard' },
  'dashboard/trial-dialog': {
    text: 'Dialog: trial expiration with ZIP list and payment',
    screen: '/dashboard',
  },
  'dashboard/payment-method-dialog': { text: 'Dialog: payment-method setup', screen: '/dashboard' },
  'dashboard/details-dialog': { text: 'Dialog: agent and property details', screen: '/dashboard' },
  'dashboard/do-not-call': {
    text: 'A number that must not be called is marked; the details show the state of each contact',
    screen: '/dashboard',
  },
  'dashboard/flag-dialog': { text: 'Dialog: lead flag', screen: '/dashboard' },
  'dashboard/sort': {
    text: 'Sort closings by any column, both ways',
    call: 'GET /api/user/agents',
  },
  'dashboard/filter-place': { text: 'Filter by ZIP, city, state', screen: '/dashboard' },
  'dashboard/filter-price': { text: 'Filter by price, numeric', screen: '/dashboard' },
  'dashboard/filter-type': { text: 'Filter by property type with its four labels', screen: '/dashboard' },
  'dashboard/filter-dates': { text: 'Filter by dates with pickers', screen: '/dashboard' },
  'dashboard/filter-resets-page': { text: 'A filter change resets to page 1', screen: '/dashboard' },
  'dashboard/page-size-25': { text: 'Page size 25', screen: '/dashboard' },
});

export const agents = section('2. Agents per ZIP', {
  'agents/cards': { text: 'Agent cards', screen: '/agents/{zip}' },
  'agents/lead-list-id': { text: 'leadListId narrows to a list', call: 'GET /api/agents/{zip}' },
  'agents/date-filter': {
    text: 'Sale date filter: four choices, 30 days by default',
    screen: '/agents/{zip}',
  },
  'agents/filter-resets-page': { text: 'Change resets to page 1; Reset to Default', screen: '/agents/{zip}' },
  'agents/export-list': { text: 'Export List', screen: '/agents/{zip}' },
  'agents/pages-of-50': { text: 'Pagination, 50 a page', screen: '/agents/{zip}' },
  'agents/property-dialog': { text: 'Property dialog with all its fields', screen: '/agents/{zip}' },
  'agents/back-link': { text: 'Back link to the dashboard', screen: '/agents/{zip}' },
});

export const subscriptions = section('2. Subscriptions', {
  'subscriptions/toggle': { text: 'Table with daily/weekly toggle', screen: '/subscriptions' },
  'subscriptions/cards': { text: 'On a phone each subscription is a card', screen: '/subscriptions' },
  'subscriptions/links': { text: 'Links to ZIPs, help, agents', screen: '/subscriptions' },
  'subscriptions/export': { text: 'Export per row and of all lists', screen: '/subscriptions' },
  'subscriptions/same-rows': {
    text: 'A row, the screen it opens and its file have the same rows',
    screen: ['/subscriptions', '/agents/{zip}'],
  },
  'subscriptions/remove': { text: 'Remove a ZIP, confirmed, with its toasts', screen: '/subscriptions' },
  'subscriptions/visitors': {
    text: 'Visitors: Sign In button instead of redirect',
    screen: '/subscriptions',
  },
});

export const settings = section('2. Settings', {
  'settings/profile': { text: 'Profile section', screen: '/settings' },
  'settings/notifications': { text: 'E-mail notifications preference', screen: '/settings' },
  'settings/email-trouble': {
    text: 'An address that refuses email: the notice, and the test email that ends it',
    screen: '/settings',
    call: ['GET /api/user/email-status', 'POST /api/user/email-status/test'],
  },
  'settings/api-key': { text: 'API access: user id as key', screen: '/settings' },
  'settings/api-key-copy': { text: 'API access: copy', screen: '/settings' },
  'settings/api-user-id-off': {
    text: 'API access: whether the user ID is a key at this moment',
    screen: '/settings',
    call: 'GET /api/user/api-access',
  },
  'settings/partner-keys': {
    text: 'Keys of the partner API: shown once, rolled, revoked',
    screen: '/settings',
  },
  'settings/new-email': {
    text: 'A new email needs the password, and a press on the page of its link',
    screen: '/settings',
    call: 'PUT /api/user/profile',
  },
  'settings/devices': { text: 'Where a user is signed in, sign out elsewhere', screen: '/settings' },
  'settings/password': { text: 'Change of password with advice', screen: '/settings' },
  'settings/two-factor': { text: 'Two-factor authentication', screen: '/settings' },
  'settings/own-data': { text: 'Own data as a file', screen: '/settings' },
  'settings/deletion': { text: 'Deletion of the own account', screen: '/settings' },
  'settings/industry-fixed': {
    text: 'Industry cannot be changed by the user',
    call: 'PUT /api/user/profile',
  },
});

export const payment = section('2. Payment page', {
  'payment/card-form': {
    text: 'Reads client_secret; card form; link to the catalog',
    screen: '/subscribe',
  },
  'payment/return-address': { text: 'Return address is the dashboard', screen: '/subscribe' },
});
