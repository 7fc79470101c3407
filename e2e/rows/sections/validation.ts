import { section } from '../section.ts';

export const validation = section('5. Validation', {
  'validation/server-messages-only': {
    text: 'Only server messages on sign-in and sign-up',
    screen: ['/auth', '/register'],
  },
  'validation/registration-step-1': { text: "Step 1: 'Please fill in all fields'", screen: '/register' },
  'validation/registration-step-2': {
    text: "Step 2: 'Please fill in all company details'",
    screen: '/register',
  },
  'validation/zip-search': { text: 'ZIP search: state and 3 characters', screen: '/zips' },
  'validation/zip-search-debounce': { text: 'ZIP search: 150 ms debounce', screen: '/zips' },
  'validation/ten-suggestions': { text: 'At most 10 suggestions', screen: '/zips' },
  'validation/suggestions-leave-out': {
    text: 'Suggestions leave out ordered and subscribed ZIPs',
    screen: '/zips',
  },
  'validation/no-zips-found': { text: "'No ZIP codes found matching'", screen: '/zips' },
  'validation/empty-order': { text: 'Empty order refused', screen: '/zips' },
  'validation/empty-conversion': {
    text: 'Conversion without unpaid ZIPs refused',
    call: 'POST /api/convert-trial',
  },
  'validation/flag-note': { text: 'Flag note required', screen: '/dashboard' },
  'validation/export-no-data': { text: "Export without agents: 'No Data to Export'", screen: '/dashboard' },
  'validation/export-disabled': { text: 'Export disabled at total 0', screen: '/dashboard' },
  'validation/contact-fields': { text: 'Contact: all four required', screen: '/contact' },
  'validation/contact-email': { text: 'Contact: e-mail input', screen: '/contact' },
  'validation/passwords-must-match': { text: 'Passwords must match', screen: '/reset-password' },
  'validation/password-length': { text: 'Password at least 6 characters', screen: '/reset-password' },
  'validation/recovery-token': { text: 'Recovery token required', screen: '/reset-password', unit: true },
  'validation/forgot-email': {
    text: 'Forgot password: e-mail required, well-formed',
    screen: '/forgot-password',
  },
  'validation/article-fields': { text: 'Article: question, answer, category required', screen: '/admin' },
  'validation/article-delete': { text: 'Delete asks first', screen: '/admin' },
  'validation/new-zip-required': { text: 'New ZIP: code, city, state required', screen: '/admin' },
  'validation/new-zip-values': {
    text: 'New ZIP: lengths, upper case, price parsed, defaults',
    screen: '/admin',
  },
  'validation/import-csv': { text: 'Import: .csv only', screen: '/admin' },
  'validation/import-header': { text: 'Import: header and a data row', screen: '/admin' },
  'validation/import-columns': {
    text: 'Import: required columns, any case, three spellings of ZIP',
    screen: '/admin',
  },
  'validation/import-rows': { text: 'Import: defaults, dropped rows, preview of 10', screen: '/admin' },
  'validation/import-none': { text: 'Import: none left', screen: '/admin' },
  'validation/notification-days': {
    text: 'Notification days 0 to 30, default 3',
    call: 'POST /api/admin/send-trial-notifications',
  },
  'validation/credit-days': { text: 'Credit days 0 to 365', screen: '/admin', unit: true },
  'validation/assignment-user': { text: 'Assignment: user required', screen: '/admin' },
  'validation/assignment-offered': {
    text: 'Assignment: only active users of a free industry are offered',
    screen: '/admin',
  },
});
