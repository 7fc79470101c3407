import { section } from '../section.ts';

export const beyond = section('Beyond the spec: settled in the design', {
  'beyond/one-trial': { text: 'A trial is 14 days, one per user' },
  'beyond/card-in-portal': {
    text: 'A card put on file in the portal starts the subscription, charged from the end of the trial on',
    screen: '/dashboard',
  },
  'beyond/charge-at-trial-end': { text: 'One charge at the end of the trial, 15 USD a ZIP' },
  'beyond/one-amount': {
    text: 'The amount on the screen is the one of the quote is the one that is charged',
    call: 'GET /api/quote',
  },
  'beyond/unpaid-refreshes-stop': { text: 'ZIPs of an expired, unpaid trial are refreshed no more' },
  'beyond/grace-period': {
    text: 'An expired trial keeps its ZIPs for 14 days, with mails three days before and at their release',
    call: 'POST /api/subscribe/bulk',
  },
  'beyond/nothing-to-pay': {
    text: 'A 402 without ZIPs leads to the catalog and offers no payment',
    screen: ['/dashboard', '/agents/{zip}', '/zips'],
  },
  'beyond/past-due': {
    text: 'Past due: lists stay open, the next try and the portal are on the dashboard',
    screen: '/dashboard',
    call: 'GET /api/user/agents',
  },
  'beyond/set-to-end': {
    text: 'A subscription ended for later says on which day it ends',
    screen: '/dashboard',
  },
  'beyond/order-keeps-it': {
    text: 'An order says that it keeps a subscription that was ended for later, and does',
    screen: '/zips',
    call: 'POST /api/subscribe/bulk',
  },
  'beyond/given-up': {
    text: 'Given up by the provider: lists closed, words of an ended subscription',
    screen: '/dashboard',
    call: 'GET /api/user/agents',
  },
  'beyond/next-path': { text: 'Next path after sign-in stays on this site' },
  'beyond/one-claim': { text: 'One claim per ZIP and industry' },
  'beyond/lost-race': {
    text: 'A lost race answers 409 and names the ZIPs',
    call: 'POST /api/subscribe/bulk',
  },
  'beyond/admin-routes-absent': {
    text: 'Admin routes look absent to others',
    call: 'GET /api/admin/zip-codes',
  },
  'beyond/sale-day-zone': {
    text: "The day of a sale counts in its state's time zone",
    call: 'GET /api/user/agents',
  },
  'beyond/real-catalog': { text: 'The real ZIP catalog, loaded once' },
  'beyond/taken-address': {
    text: 'Sign-up with a taken address answers alike',
    call: 'POST /api/auth/signup',
  },
  'beyond/problem-documents': { text: 'Non-2xx replies are problem documents' },
  'beyond/undisclosed-price': {
    text: "A price that is not disclosed: null, 'Not disclosed', an empty cell, outside price filters",
    call: 'GET /api/user/agents',
  },
  'beyond/unexpected-reply': {
    text: 'A reply that a page did not expect is an error with a retry',
    screen: '*',
  },
  'beyond/safe-exports': { text: 'Exports are safe in spreadsheets', call: 'POST /api/user/agents/export' },
  'beyond/ingestion-forms': {
    text: 'Ingestion as NDJSON, JSON, CSV; rejects with line and reason',
    call: 'POST /api/v1/leads',
  },
  'beyond/second-delivery': { text: 'A second delivery changes nothing', call: 'POST /api/v1/leads' },
  'beyond/opt-out': { text: 'Agents can opt out, also of later imports', call: 'POST /api/opt-out/confirm' },
  'beyond/opt-out-by-mail': {
    text: 'An opt-out takes effect by the link that is mailed to the named address, and by nothing else',
    call: ['POST /api/opt-out', 'POST /api/opt-out/confirm'],
  },
  'beyond/opt-out-others': {
    text: 'A phone or license number that the address does not carry alone waits for an admin',
    call: 'POST /api/opt-out/confirm',
  },
  'beyond/opt-out-review': {
    text: 'Admins see what needs review and what it would hide, and decide; support gets a mail',
    call: 'GET /api/admin/opt-outs',
  },
  'beyond/opt-out-outcome-mail': {
    text: 'An agent gets one mail about what came of a review, and about an opt-out that is undone',
  },
  'beyond/opt-out-mails-forgotten': {
    text: 'To whom the link and the outcome of an opt-out were mailed is forgotten after 90 days',
    call: 'GET /api/admin/mails',
  },
  'beyond/opt-out-link-state': {
    text: 'Looking at the mailed link of an opt-out says what it is worth and uses nothing up',
    call: 'GET /api/opt-out/link',
  },
  'beyond/opt-out-undo': {
    text: 'An opt-out can be undone: agents and closings come back',
    call: 'POST /api/admin/opt-outs/{optOutId}/undo',
  },
  'beyond/opt-out-audit': {
    text: 'Each step of an opt-out is in the audit, with contacts as hashes',
    call: ['PUT /api/admin/opt-outs/{optOutId}/review', 'POST /api/admin/opt-outs/{optOutId}/undo'],
  },
  'beyond/opt-out-log': {
    text: 'The log of an opt-out names no address, phone, license or secret',
    call: ['POST /api/opt-out', 'POST /api/opt-out/confirm'],
  },
  'beyond/opt-out-while-loading': {
    text: 'An opt-out that takes effect while leads are loaded holds for them, and stops no load',
  },
  'beyond/opt-out-further-contacts': {
    text: 'An opt-out of any address or number of an agent holds, also of a further one',
    call: 'POST /api/opt-out/confirm',
  },
  'beyond/credit-for-wrong-contact': {
    text: 'A confirmed wrong contact is credited once, at most as much as was paid for the ZIP this month',
  },
  'beyond/wrong-contact': {
    text: 'One press resolves a flag, marks the contact as wrong and asks for the credit, once',
    call: 'POST /api/admin/lead-flags/{flagId}/wrong-contact',
  },
  'beyond/wrong-contact-taken-back': {
    text: 'A wrong contact taken back is marked no longer, unless another flag confirms it; its credit stays, once',
    call: 'POST /api/admin/lead-flags/{flagId}/wrong-contact/undo',
  },
  'beyond/zip-removed': {
    text: 'A user whose ZIP an admin takes gets one email with the last day and what is charged from then on',
  },
  'beyond/confirmed-flag': {
    text: 'A confirmed flag is not pending; its reporter is mailed once when it is taken back',
  },
  'beyond/hidden-closing': {
    text: 'A closing that an admin hid is nowhere for customers, also after the next delivery, until they show it again',
    call: 'PUT /api/admin/lead-flags/{flagId}/hidden',
  },
  'beyond/corrected-closing': {
    text: 'A correction of a flagged closing or its agent survives later deliveries',
    call: 'PUT /api/admin/lead-flags/{flagId}/closing',
  },
  'beyond/sold-out': {
    text: 'The share of taken ZIPs by state and industry, and full ZIPs, lead to their rows',
    call: 'GET /api/admin/sold-out',
  },
  'beyond/contact-states': {
    text: 'Email addresses and phones show their source and state, unknown until evidence changes it',
    call: 'GET /api/user/agents/{closingId}/contacts',
  },
  'beyond/zip-areas': {
    text: 'A search of the catalog says in all what it finds by state, county or miles, and what the user can order',
    call: 'GET /api/zip-codes/area',
  },
  'beyond/check-zips': {
    text: 'Pasted ZIPs are checked at once: free, taken, own or unknown; the free ones join the order',
    call: 'POST /api/zip-codes/check',
  },
  'beyond/own-claims': {
    text: 'Each own ZIP shows since when it is exclusive, in which industry, and what that does not promise',
    call: 'GET /api/user/claims',
  },
  'beyond/zip-kinds': {
    text: 'Codes for PO boxes alone and of one organization are marked and join an order one by one',
    call: 'POST /api/zip-codes/check',
  },
  'beyond/zip-figures': {
    text: 'The catalog shows closings, agents and contacts of each ZIP before the order',
    call: 'GET /api/zips/figures',
  },
  'beyond/do-not-call-list': {
    text: 'Lists of the do-not-call registry are uploaded; phones on them are marked, and nothing is called safe',
    call: 'POST /api/admin/do-not-call-lists',
  },
  'beyond/do-not-call-check': {
    text: 'A do-not-call list is checked before it is stored; a full list that is too small needs a confirmation',
    call: 'POST /api/admin/do-not-call-lists',
  },
  'beyond/do-not-call-removal': {
    text: 'A do-not-call list can be removed; the numbers of its area codes are unknown again',
    call: 'DELETE /api/admin/do-not-call-lists/{listId}',
  },
  'beyond/contact-evidence': {
    text: 'Providers verify contacts in subscribed ZIPs, once per validity and within the limit of a day',
  },
  'beyond/deletion-list': {
    text: "A list of California's deletion platform removes its agents for good and deletes their data",
    call: 'POST /api/admin/deletion-lists',
  },
  'beyond/deletion-list-shared': {
    text: 'An identifier of several agents in a deletion list hides all of them and deletes nothing',
    call: 'POST /api/admin/deletion-lists',
  },
  'beyond/deletion-list-reply': {
    text: 'The reply to a deletion list has the code of each record, in order, also after a second upload',
    call: 'GET /api/admin/deletion-lists/{listId}/reply',
  },
  'beyond/deletion-list-days': {
    text: 'The days until the next deletion lists are due are counted from the first list on',
    call: 'GET /api/admin/deletion-lists',
  },
  'beyond/loading-states-nothing': {
    text: 'While the reply to a changed filter is missing, lists and charts show no earlier count or emptiness',
  },
  'beyond/deletion-list-while-loading': {
    text: 'A deletion list that arrives while leads are loaded holds for them',
  },
  'beyond/deletion-list-killed': {
    text: 'A deletion list that breaks off leaves nothing; one whose process is killed is finished',
  },
  'beyond/deletion-list-restored': { text: 'A restore of an older backup repeats the later deletion lists' },
  'beyond/cancelled-zip': { text: 'A cancelled ZIP is unreadable at once', call: 'GET /api/user/agents' },
  'beyond/suspension': { text: 'Suspended users are refused within a second' },
  'beyond/refresh-rotation': { text: 'Refresh tokens rotate, reuse ends the chain' },
  'beyond/unreachable': {
    text: 'An open page says that the service cannot be reached, goes on by itself, and leaves no error uncaught',
  },
  'beyond/unsubscribe': { text: 'Notices have one-click unsubscribe; GET changes nothing' },
  'beyond/marked-address': {
    text: 'An address that refuses mail for good gets no more notices; its user and admins see it',
    call: ['GET /api/user/email-status', 'GET /api/admin/marked-addresses'],
  },
  'beyond/mail-events': {
    text: 'Bounces and complaints that the mail provider reports mark an address, once each',
    call: 'POST /api/mail/events',
  },
  'beyond/mark-ended': {
    text: 'Admins end the mark of an address; an older report does not mark it again',
    call: 'POST /api/admin/marked-addresses/{userId}/end',
  },
  'beyond/test-email': {
    text: 'A test email that is delivered ends the mark of an address',
    call: 'POST /api/user/email-status/test',
  },
  'beyond/dkim': { text: 'Mails are signed with DKIM, the headers of one-click unsubscribe too' },
  'beyond/kill-9': { text: 'Kill -9 of any process loses and doubles nothing' },
  'beyond/slow-bodies': { text: 'Bodies that come slowly, or not at all, keep nobody out' },
  'beyond/two-of-each': {
    text: 'Two of every process behind a balancer: sessions, limits and effects stay right when one ends',
  },
  'beyond/standby': {
    text: 'Lists may be read from a standby of the database: whoever changed something sees it at once',
    call: ['GET /api/user/agents', 'POST /api/user/agents/export'],
  },
  'beyond/sigterm': { text: 'A process that is restarted fails no request' },
  'beyond/indexes': { text: 'No start builds an index over documents' },
  'beyond/kill-9-auth': { text: 'Kill -9 of auth: no half account, no session lost' },
  'beyond/help-updates': {
    text: 'A release updates its help articles, unless an admin edited or deleted them',
  },
  'beyond/partner-not-yours': {
    text: 'The partner API names the asked ZIPs that the account does not have',
    call: 'GET /api/v1/agents-properties',
  },
  'beyond/partner-views': {
    text: 'The partner API reads a saved view, by name or ID, and one side; an unknown view is refused with the names',
    call: 'GET /api/v1/agents-properties',
  },
  'beyond/partner-new-since': {
    text: 'The partner API gives the closings since the last call, each once',
    call: 'GET /api/v1/agents-properties',
  },
  'beyond/partner-keys': { text: 'API keys for partners', call: 'GET /api/v1/agents-properties' },
  'beyond/opt-out-page': {
    text: 'Public opt-out page, linked from footer and privacy policy',
    screen: '/opt-out',
    call: 'POST /api/opt-out',
  },
  'beyond/opt-out-confirm-page': {
    text: 'The link of an opt-out: a page whose button alone changes something, and its outcomes',
    screen: '/opt-out/confirm',
    call: 'POST /api/opt-out/confirm',
  },
  'beyond/mailed-link-page': {
    text: 'The links of our emails: a page that states what happens, whose button alone does it',
    screen: '/confirm',
    call: ['POST /api/auth/link/look', 'POST /api/auth/link'],
  },
  'beyond/unsubscribe-page': {
    text: 'Unsubscribe page: one click without signing in, and what was turned off',
    screen: '/unsubscribe',
    call: 'POST /api/unsubscribe/{token}',
  },
  'beyond/public-address': { text: 'Tags and structured data name the public address at run time' },
  'beyond/robots-and-sitemap': {
    text: 'robots.txt and sitemap name the public address and the listed pages',
    call: ['GET /robots.txt', 'GET /sitemap.xml'],
  },
  'beyond/unknown-404': { text: 'An address without a page answers 404' },
  'beyond/one-address': { text: 'Another name of the host leads to the public address', screen: '/help' },
  'beyond/theme': { text: 'The theme follows the system while nobody chose one', screen: '*' },
  'beyond/hostile-input': {
    text: 'No input breaks a route: NUL, half characters, 1 MB, deep JSON, wrong types',
  },
  'beyond/company-before-order': {
    text: 'Without an industry, industry and company are asked for before the first order',
    call: 'PUT /api/user/company',
  },
});
