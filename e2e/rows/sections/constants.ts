import { section } from '../section.ts';

export const constants = section('9. Constants and limits', {
  'constant/order-total': { text: 'Total is 15 times the quantity', screen: '/zips' },
  'constant/free-for-days': { text: "During a trial: 'FREE for n days'", screen: '/zips' },
  'constant/purchase-button': { text: "Button: 'Start Trial' or 'Purchase Now - $X/month'", screen: '/zips' },
  'constant/catalog-page': { text: 'Catalog page of 50', call: 'GET /api/zip-codes' },
  'constant/admin-table': { text: 'Admin table of 25 with 5 page buttons', screen: '/admin' },
  'constant/admin-leads': { text: 'Admin leads dialog of 20', screen: '/admin' },
  'constant/admin-value-sum': { text: 'Admin value sum of 15 USD per available ZIP', screen: '/admin' },
  'constant/lead-times': {
    text: 'Leads within 15 minutes, then daily; 20 after a trial; 25 at first',
    screen: '*',
  },
  'constant/first-list': {
    text: 'First list seconds after the order, with sample data',
    screen: '/dashboard',
  },
  'constant/first-list-mail': { text: 'Mail when the first list is complete' },
  'constant/reminder-days': { text: 'Reminders 7, 3, 1, 0 days before the end' },
  'constant/reminder-mails': { text: 'Reminders by mail' },
  'constant/who-is-reminded': {
    text: 'Only the unpaid are reminded, admins never; 0 is already over',
    call: 'POST /api/admin/send-trial-notifications',
  },
  'constant/toast-seconds': { text: 'Welcome and trial toasts 8 seconds', screen: ['/zips', '/dashboard'] },
  'constant/user-search-debounce': { text: 'Admin user search debounce 300 ms', screen: '/admin' },
  'constant/data-freshness': { text: 'Data fresh 5 minutes, no refetch, no retries' },
  'constant/one-toast': { text: 'One toast at a time', screen: '*' },
  'constant/reset-link-hour': { text: 'Reset link expires in 1 hour' },
  'constant/replies-and-age': {
    text: 'Replies within 24 hours; minimum age 18',
    screen: ['/contact', '/privacy-policy'],
  },
  'constant/article-categories': { text: 'Seven article categories', call: 'GET /api/help/articles' },
  'constant/admin-industries': { text: "Thirteen industries in the admin's edit", screen: '/admin' },
  'constant/team-sizes': { text: 'Five team sizes', screen: '/register' },
  'constant/property-types': { text: 'Four property types', screen: '/dashboard' },
  'constant/date-filters': { text: 'Four date filters', screen: '/agents/{zip}' },
});
