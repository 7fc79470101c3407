import { section } from '../section.ts';

export const pictures = section('Beyond the spec: pictures', {
  'pictures/closings': {
    text: 'Closings per day, price spread and share by type, equal to the list',
    screen: '/dashboard',
    call: 'GET /api/user/agents/summary',
  },
  'pictures/undisclosed-prices': {
    text: 'A price that is not disclosed is outside spread and median, and counted',
    call: 'GET /api/user/agents/summary',
  },
  'pictures/own-map': {
    text: 'Map of the own ZIPs with their closings',
    screen: '/dashboard',
    call: 'GET /api/zip-codes/map',
  },
  'pictures/state-map': {
    text: 'Map of a state: free, taken, subscribed, in the order',
    screen: '/zips',
    call: 'GET /api/zip-codes/map',
  },
  'pictures/late': { text: 'Charts and map load when they are scrolled to, at most 70 KB each' },
  'pictures/trends': {
    text: 'Sign-ups, trials, conversions, revenue and leads per day',
    screen: '/admin',
    call: [
      'GET /api/admin/statistics/users',
      'GET /api/admin/statistics/payments',
      'GET /api/admin/statistics/leads',
    ],
  },
});
