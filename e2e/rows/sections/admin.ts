import { section } from '../section.ts';

export const admin = section('2. Admin dashboard', {
  'admin/seven-tabs': {
    text: "The spec's seven tabs, ZIP management first",
    screen: '/admin',
  },
  'admin/operations': {
    text: 'Beyond the spec: a page for operators with its own tabs, linked from the admin page',
    screen: '/admin/operations',
  },
  'admin/zip-table': { text: 'ZIP management: search, paginated table, its columns', screen: '/admin' },
  'admin/zip-import': { text: 'ZIP management: import dialog', screen: '/admin' },
  'admin/zip-add': { text: 'ZIP management: add dialog', screen: '/admin' },
  'admin/zip-leads': { text: 'ZIP management: leads dialog', screen: '/admin' },
  'admin/zip-assign': { text: 'ZIP management: manage/assign dialog from a badge', screen: '/admin' },
  'admin/user-search': { text: 'Users: search over five fields', screen: '/admin' },
  'admin/user-table': { text: 'Users: table, admin toggle, edit dialog', screen: '/admin' },
  'admin/email-trouble': {
    text: 'Users: an address that refuses email, and the end of its mark',
    screen: '/admin',
    call: ['GET /api/admin/marked-addresses', 'POST /api/admin/marked-addresses/{userId}/end'],
  },
  'admin/flag-table': { text: 'Lead flags: table', screen: '/admin' },
  'admin/flag-empty': { text: 'Lead flags: empty state', screen: '/admin' },
  'admin/opt-outs': {
    text: 'Opt-outs: table, search, review and undo, each after a question',
    screen: '/admin/operations',
    call: 'GET /api/admin/opt-outs',
  },
  'admin/contacts': {
    text: 'Contacts: providers, counts by state, do-not-call lists with their check, upload and removal',
    screen: '/admin/operations',
    call: [
      'GET /api/admin/contacts',
      'POST /api/admin/do-not-call-lists',
      'DELETE /api/admin/do-not-call-lists/{listId}',
    ],
  },
  'admin/wrong-contact': {
    text: 'Lead flags: confirm a wrong contact and credit it after a question, and its outcome',
    screen: '/admin',
    call: 'POST /api/admin/lead-flags/{flagId}/wrong-contact',
  },
  'admin/wrong-contact-taken-back': {
    text: 'Lead flags: take a confirmed wrong contact back, after a question',
    screen: '/admin',
    call: 'POST /api/admin/lead-flags/{flagId}/wrong-contact/undo',
  },
  'admin/unassign': {
    text: 'Unassign: the question says what billing will do for this user, who gets one email',
    screen: '/admin/users/{userId}',
    call: 'POST /api/admin/unassign-zip',
  },
  'admin/figures-agree': {
    text: 'Business: each number leads to its rows, which are in view, have the focus and agree with it',
    screen: '/admin/operations',
    call: 'GET /api/admin/business/rows',
  },
  'admin/zip-holders': {
    text: 'Customer page: an explained ZIP names its holders with industry and time, or says that it has none',
    screen: '/admin/users/{userId}',
    call: 'GET /api/admin/zip-codes',
  },
  'admin/hidden-closing': {
    text: 'Lead flags: hide the flagged closing from every customer, and show it again',
    screen: '/admin',
    call: 'PUT /api/admin/lead-flags/{flagId}/hidden',
  },
  'admin/corrected-closing': {
    text: 'Lead flags: correct the flagged closing and its agent',
    screen: '/admin',
    call: 'PUT /api/admin/lead-flags/{flagId}/closing',
  },
  'admin/sold-out': {
    text: 'Business: sold-out ZIPs by state and industry, each number with its rows',
    screen: '/admin/operations',
    call: 'GET /api/admin/sold-out/zips',
  },
  'admin/monthly-costs': {
    text: 'Business: emails and rows by month, and what they cost',
    screen: '/admin/operations',
    call: 'GET /api/admin/mails/by-month',
  },
  'admin/deletion-requests': {
    text: 'Deletion requests: upload of a list, its outcome, its reply file, days until the next',
    screen: '/admin/operations',
    call: [
      'GET /api/admin/deletion-lists',
      'POST /api/admin/deletion-lists',
      'GET /api/admin/deletion-lists/{listId}/reply',
    ],
  },
  'admin/article-cards': { text: 'Help articles: stats cards', screen: '/admin' },
  'admin/article-list': {
    text: 'Help articles: list, create, edit, delete, 150-character preview',
    screen: '/admin',
  },
  'admin/trial-notifications': { text: 'Trial notifications: days, send, explanation', screen: '/admin' },
  'admin/statistics': { text: 'Statistics: three cards', screen: '/admin' },
  'admin/settings': { text: 'Settings: webhook address, test mode switch, list', screen: '/admin' },
  'admin/user-search-phone': {
    text: 'Users: a phone is found by any part of it, in any punctuation, with or without +1',
    call: 'GET /api/admin/users/search',
  },
  'admin/flag-mails': {
    text: 'The mails about a flag say whether lists still show its closing',
  },
  'admin/granted-zip-mail': {
    text: 'The mail after an assignment says that ClosingWire gave the ZIP, free of charge',
  },
});
