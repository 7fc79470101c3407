import { section } from '../section.ts';

export const system = section("Beyond the spec: the operations page's System tab", {
  'system/processes': {
    text: 'Every process with its state, version and start; one that stands still is shown within seconds',
    screen: '/admin/operations',
    call: 'GET /api/admin/system',
  },
  'system/dead-letters': {
    text: 'What a consumer gave up on, and why; sent again or discarded, and what came later stays',
    screen: '/admin/operations',
    call: [
      'GET /api/admin/system',
      'GET /api/admin/system/dead-letters',
      'POST /api/admin/system/dead-letters/replay',
      'POST /api/admin/system/dead-letters/discard',
    ],
  },
  'system/deliveries': {
    text: 'Deliveries of leads with their source, rows and rejects, and how fresh the lists are',
    screen: '/admin/operations',
    call: 'GET /api/admin/ingestion',
  },
  'system/books': {
    text: 'What differs between billing, catalog, leads and the payment provider, and what is done about it',
    screen: '/admin',
    call: 'GET /api/admin/books',
  },
  'system/compare-books': {
    text: 'An admin compares the books now; a difference counts when two looks find it',
    screen: '/admin',
    call: 'POST /api/admin/books',
  },
  'system/last-backup': {
    text: 'When the last backup was taken',
    screen: '/admin/operations',
    call: 'GET /api/admin/system',
  },
});
