/**
 * A screen's call, made by `who`. Goals in ms: `alone` is the median with one connection, `together` the 99th
 * percentile with 50 connections.
 */
export type Call = {
  name: string;
  path: string;
  who: 'nobody' | 'subscriber' | 'admin';
  alone: number;
  together: number;
};

/** Goals for a call that reads a few rows by index. */
const point = { alone: 8, together: 80 };
/** Goals for a call that reads a page by index, with its total. */
const page = { alone: 15, together: 150 };
/** Goals for a call that counts or reads a whole table; only admins make such calls. */
const whole = { alone: 100, together: 2_000 };

/** Reads of all screens. `zip` is one of the subscriber's. */
export const callsOf = ({ zip }: { zip: string }): Call[] => [
  { name: 'dashboard list', path: '/api/user/agents?page=1&limit=25', who: 'subscriber', ...point },
  {
    name: 'dashboard list, 30 days, price',
    path: `/api/user/agents?page=1&limit=25&fromDate=${daysAgo(30)}&minPrice=300000`,
    who: 'subscriber',
    ...page,
  },
  {
    name: 'dashboard list, a year, page 20',
    path: `/api/user/agents?page=20&limit=25&fromDate=${daysAgo(365)}`,
    who: 'subscriber',
    ...page,
  },
  { name: 'dashboard pictures', path: '/api/user/agents/summary', who: 'subscriber', ...page },
  { name: 'lists of the ZIPs', path: '/api/lead-lists?period=weekly', who: 'subscriber', ...page },
  { name: 'leads of a ZIP', path: `/api/agents/${zip}?page=1&limit=50`, who: 'subscriber', ...point },
  {
    name: 'leads of a ZIP, search',
    path: `/api/agents/${zip}?page=1&limit=50&search=Cedar`,
    who: 'subscriber',
    ...page,
  },
  { name: 'who is signed in', path: '/api/auth/user', who: 'subscriber', ...point },
  { name: 'account', path: '/api/user', who: 'subscriber', ...point },
  { name: 'subscriptions', path: '/api/subscriptions', who: 'subscriber', ...point },
  { name: 'quote', path: '/api/quote?zipCount=3', who: 'subscriber', ...point },
  { name: 'catalogue, first page', path: '/api/zip-codes?page=1&limit=50', who: 'subscriber', ...page },
  { name: 'catalogue, by city', path: '/api/zip-codes?search=san&limit=50', who: 'subscriber', ...page },
  { name: 'catalogue, by ZIP', path: '/api/zip-codes?search=941&limit=50', who: 'subscriber', ...page },
  {
    name: 'catalogue, a state, page 20',
    path: '/api/zip-codes?state=CA&page=20&limit=50',
    who: 'subscriber',
    ...page,
  },
  { name: 'help', path: '/api/help/articles', who: 'nobody', ...point },
  { name: 'admin: users', path: '/api/admin/users?page=1&limit=25', who: 'admin', ...page },
  { name: 'admin: user search', path: '/api/admin/users/search?q=last42&limit=25', who: 'admin', ...whole },
  { name: 'admin: ZIPs', path: '/api/admin/zip-codes?page=1&limit=25', who: 'admin', ...page },
  {
    name: 'admin: leads of a ZIP',
    path: `/api/admin/zip-codes/${zip}/leads?page=1&limit=50`,
    who: 'admin',
    ...page,
  },
  { name: 'admin: flags', path: '/api/admin/lead-flags', who: 'admin', ...page },
  { name: 'admin: subscriptions', path: '/api/admin/subscriptions', who: 'admin', ...page },
  { name: 'admin: audit log', path: '/api/admin/audit?page=1&limit=50', who: 'admin', ...page },
  { name: 'admin: mails', path: '/api/admin/mails?page=1&limit=25', who: 'admin', ...page },
  {
    name: 'admin: mails of somebody',
    path: '/api/admin/mails?page=1&limit=25&search=person.77',
    who: 'admin',
    ...whole,
  },
  { name: 'admin: deliveries', path: '/api/admin/webhook-deliveries?page=1&limit=25', who: 'admin', ...page },
  { name: 'admin: opt-outs', path: '/api/admin/opt-outs?page=1&limit=25', who: 'admin', ...page },
  { name: 'admin: statistics of users', path: '/api/admin/statistics/users?days=30', who: 'admin', ...whole },
  { name: 'admin: statistics of leads', path: '/api/admin/statistics/leads?days=30', who: 'admin', ...whole },
  {
    name: 'admin: statistics of payments',
    path: '/api/admin/statistics/payments?days=30',
    who: 'admin',
    ...whole,
  },
];

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
