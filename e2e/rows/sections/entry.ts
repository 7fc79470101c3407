import { section } from '../section.ts';

export const routeTables = section('2. Screens and routes: the route tables', {
  'routes/start-signed-in': {
    text: '/ signed in: to the dashboard with a subscription, else to the ZIPs, spinner meanwhile',
    screen: ['/dashboard', '/zips'],
  },
  'routes/auth-signed-in': { text: '/auth signed in redirects the same way', screen: '/auth' },
  'routes/register-signed-in': {
    text: '/register signed in goes to the ZIPs',
    screen: ['/register', '/zips'],
  },
  'routes/signed-in': {
    text: 'Signed-in routes: zips, dashboard, admin, agents, subscriptions, settings, subscribe',
    screen: ['/zips', '/dashboard', '/admin', '/agents/{zip}', '/subscriptions', '/settings', '/subscribe'],
  },
  'routes/public-signed-in': {
    text: 'Public routes reachable signed in too',
    screen: ['/privacy-policy', '/contact', '/help', '/forgot-password', '/reset-password'],
  },
  'routes/unknown-signed-in': {
    text: "Unknown path signed in: '404 Page Not Found' and its line",
    screen: '*',
  },
  'routes/signed-out': {
    text: 'Signed-out routes: landing, register, public pages, password pages',
    screen: ['/', '/register', '/privacy-policy', '/contact', '/help', '/forgot-password', '/reset-password'],
  },
  'routes/unknown-signed-out': {
    text: 'Unknown path signed out: the sign-in page with a notice',
    screen: '*',
  },
  'routes/full-page-spinner': { text: 'Full-page spinner while authentication loads', screen: '*' },
});

export const landing = section('2. Landing page', {
  'landing/hero': { text: 'Hero with calls to action', screen: '/' },
  'landing/sample-table': { text: 'Sample table for 90210 with obfuscated data', screen: '/' },
  'landing/data-fields': { text: 'Lists of data fields: agent, property', screen: '/' },
  'landing/three-feature-cards': { text: 'Three feature cards', screen: '/' },
  'landing/final-call-to-action': { text: 'Final call to action', screen: '/' },
  'landing/ways-to-registration': {
    text: 'Get Started, sample export and subscribe lead to registration',
    screen: ['/', '/register'],
  },
  'landing/see-how-it-works': { text: 'See How It Works scrolls to the features', screen: '/' },
  'landing/pricing-link': { text: 'Header link to the pricing area', screen: '/' },
});

export const signIn = section('2. Sign-in', {
  'sign-in/form': { text: 'E-mail and password, links to recovery and registration', screen: '/auth' },
  'sign-in/leads-in': {
    text: 'After sign-in: ZIPs without subscriptions, else dashboard',
    screen: ['/auth', '/zips'],
  },
  'sign-in/failure': { text: 'Error toast on failure', screen: '/auth' },
});

export const registration = section('2. Registration', {
  'registration/step-1': { text: 'Step 1: five fields', screen: '/register' },
  'registration/step-2': { text: 'Step 2: industry, company, team size', screen: '/register' },
  'registration/step-3': { text: 'Step 3: check your e-mail, Back to Sign In', screen: '/register' },
  'registration/mailed-link': {
    text: 'The mailed link activates the account',
    call: 'GET /api/auth/confirm',
  },
  'registration/lands-on-zips': { text: 'Then signed in and taken to the ZIPs', screen: '/zips' },
});

export const forgotPassword = section('2. Forgot password', {
  'forgot/form': { text: 'E-mail field, button and its pending text', screen: '/forgot-password' },
  'forgot/back-to-sign-in': { text: 'Back to sign in', screen: '/forgot-password' },
  'forgot/sent': { text: 'Sent confirmation: address, spam note, 1 hour', screen: '/forgot-password' },
  'forgot/different-email': { text: 'Try a different e-mail resets the form', screen: '/forgot-password' },
});

export const resetPassword = section('2. Reset password', {
  'reset/token-from-fragment': {
    text: 'Token and type from the fragment; type must be recovery',
    screen: '/reset-password',
    unit: true,
  },
  'reset/form': { text: 'Fields and button; disabled without token', screen: '/reset-password' },
  'reset/pending': { text: 'Pending text of the button', screen: '/reset-password' },
  'reset/success': { text: 'Success with a link to sign in', screen: '/reset-password' },
});
