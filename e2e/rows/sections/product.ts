import { section } from '../section.ts';

export const product = section('1. What the product does and for whom', {
  'product/agent-data': {
    text: 'Agent data: name, licence, e-mail, phones, website, brokerage, team, address, social profiles',
    call: 'POST /api/v1/leads',
  },
  'product/sale-details': {
    text: 'Sale details: address, price, day, beds, baths, size, type',
    call: 'POST /api/v1/leads',
  },
  'product/last-seven-days': { text: 'Closings of the last 7 days by default', call: 'GET /api/user/agents' },
  'product/daily-refresh': { text: 'Lists are brought up to date daily' },
  'product/data-sources': { text: 'Data source statement (public records, MLS)', screen: '/' },
  'product/selling-points': {
    text: 'Selling points: no setup fees, cancel anytime, 15 USD a month per ZIP',
    screen: '/',
  },
  'product/free-trial': { text: 'Free trial for new users', call: 'GET /api/user' },
  'product/card-payment': { text: 'Payment by a card payment provider', call: 'POST /api/subscribe/bulk' },
  'product/csv-export': { text: 'Lists can be exported as CSV', screen: '/dashboard' },
  'product/seven-industries': { text: 'Seven sign-up industries', screen: '/register' },
  'product/price-50-structured-data': { text: 'Price reading 50.00 USD in the structured data', screen: '/' },
  'product/price-15-landing-and-order': {
    text: 'Price reading 15 USD on the landing page and the order',
    screen: ['/', '/zips'],
  },
  'product/price-150-payment-page': {
    text: 'Price reading 150 USD on the payment page',
    screen: '/subscribe',
  },
  'product/price-50-registration': {
    text: 'Price reading from 50 USD on the registration page',
    screen: '/register',
  },
  'product/price-15-admin': { text: 'Price reading 15 USD in the admin view', screen: '/admin' },
  'product/price-25-new-zip': {
    text: 'Price reading 25 as the default of a new ZIP',
    call: 'POST /api/admin/zip-codes',
  },
  'product/roles': { text: 'Roles visitor, user, admin' },
  'product/header-logo': { text: 'Header: logo leads home', screen: '*' },
  'product/header-signed-in': { text: 'Header signed in: Dashboard, Add ZIP Codes, Help', screen: '*' },
  'product/header-admin-link': { text: 'Header: Admin link for admins only', screen: '*' },
  'product/header-signed-out': { text: 'Header signed out: Sign In, Get Started', screen: '*' },
  'product/avatar': { text: 'Avatar: image, else first letter of name, of e-mail, else U', screen: '*' },
  'product/menu-name': { text: "Menu: first name (or 'User') and e-mail", screen: '*' },
  'product/menu-admin-panel': { text: 'Menu: Admin Panel for admins only', screen: '*' },
  'product/menu-billing-portal': {
    text: 'Menu: Subscriptions opens the billing portal in a new tab',
    screen: '*',
  },
  'product/menu-settings': { text: 'Menu: Settings', screen: '*' },
  'product/menu-log-out': { text: 'Menu: Log out', screen: '*' },
  'product/footer': { text: 'Footer: blurb, support links, copyright line of 2025', screen: '*' },
  'product/footer-product-links': { text: 'Footer: product links for signed-out only', screen: '*' },
  'product/footer-privacy-policy': { text: 'Footer: Privacy Policy opens in a new tab', screen: '*' },
  'product/footer-columns': { text: 'Footer: 3 columns signed in, 4 signed out', screen: '*' },
  'product/page-tags': {
    text: 'Each page sets title, description, keywords, share tags, canonical, robots',
    screen: '*',
  },
  'product/share-image': { text: 'Default share image', screen: '*' },
  'product/structured-data': {
    text: 'Structured data: Organization, WebSite with search, Service',
    screen: '/',
  },
});
