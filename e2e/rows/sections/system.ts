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
  'system/freshness': {
    text: 'How fresh the lists of subscribed ZIPs are',
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

export const leadsIn = section("Beyond the spec: the operations page's Leads in tab", {
  'leads-in/check': {
    text: 'A chosen file is read without storing it: its form, columns, effects, repairs, rejects',
    screen: '/admin/operations',
    call: 'POST /api/admin/leads',
  },
  'leads-in/warnings': {
    text: 'A check says which rows nobody would see or could use, and what to do, above the button that delivers',
    screen: '/admin/operations',
    call: 'POST /api/admin/leads',
  },
  'leads-in/mapping': {
    text: 'A field chosen by hand for a column, or an order of dates, checks the file again',
    screen: '/admin/operations',
    call: 'POST /api/admin/leads',
  },
  'leads-in/refusals': {
    text: 'A file that cannot be read shows why, and what to do',
    screen: '/admin/operations',
    call: 'POST /api/admin/leads',
  },
  'leads-in/delivery': {
    text: 'A checked file is delivered; its state is shown until its rows are stored',
    screen: '/admin/operations',
    call: ['POST /api/admin/leads', 'GET /api/admin/ingestion'],
  },
  'leads-in/rejects': {
    text: 'The rejected rows of a delivery and its cells left out are files',
    screen: '/admin/operations',
    call: 'GET /api/admin/ingestion/{batchId}/rejects',
  },
  'leads-in/deliveries': {
    text: 'All deliveries with sender, source, file, state and counts, in pages, with details',
    screen: '/admin/operations',
    call: 'GET /api/admin/ingestion',
  },
  'leads-in/source': {
    text: 'An admin chooses the source of a file; the only source of files is chosen by default',
    screen: '/admin/operations',
    call: 'POST /api/admin/leads',
  },
  'leads-in/undo': {
    text: 'A delivery is undone after a dialog with the consequences; the list shows what that did',
    screen: '/admin/operations',
    call: 'POST /api/admin/ingestion/{batchId}/undo',
  },
  'leads-in/undone-rows': {
    text: 'Business counts the undone rows of a month and leads to its deliveries, whose counts agree',
    screen: '/admin/operations',
    call: 'GET /api/admin/statistics/leads',
  },
  'leads-in/undo-states': {
    text: 'The list and the details show how far an undo is, and why a delivery cannot be undone',
    screen: '/admin/operations',
    call: 'GET /api/admin/ingestion',
  },
});
