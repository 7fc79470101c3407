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
  'pictures/map-names': {
    text: 'Map: counties, cities and codes by name; more of them once zoomed in',
    screen: '/zips',
  },
  'pictures/map-colors': { text: 'Map: each kind of dot is set off from the land, light and dark' },
  'pictures/map-touch': {
    text: 'Map under a finger: a tap shows a ZIP, a button of 44 px or a second tap adds it',
    screen: '/zips',
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
