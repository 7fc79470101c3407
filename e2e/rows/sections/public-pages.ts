import { section } from '../section.ts';

export const publicPages = section('2. Public pages', {
  'public/privacy-sections': { text: 'Privacy policy: all sections', screen: '/privacy-policy' },
  'public/privacy-updated': { text: 'Privacy policy: last updated is today', screen: '/privacy-policy' },
  'public/contact-form': { text: 'Contact: four required fields and button', screen: '/contact' },
  'public/contact-pending': { text: 'Contact: pending text', screen: '/contact' },
  'public/contact-questions': {
    text: 'Contact: Common Questions from the first 5 articles, 120 characters',
    screen: '/contact',
  },
  'public/contact-fixed-list': { text: 'Contact: fixed list without articles', screen: '/contact' },
  'public/contact-response-time': { text: 'Contact: response time card, URGENT hint', screen: '/contact' },
  'public/help-search': { text: 'Help: search box', screen: '/help' },
  'public/help-chips': { text: 'Help: category chips with counts; active one clears', screen: '/help' },
  'public/help-found': { text: "Help: 'Found N result(s)'", screen: '/help' },
  'public/help-groups': { text: 'Help: groups with counts', screen: '/help' },
  'public/help-one-open': { text: 'Help: one open at a time, paragraphs by line breaks', screen: '/help' },
  'public/help-empty-filter': { text: 'Help: empty state under a filter', screen: '/help' },
  'public/help-empty': { text: 'Help: empty state without articles', screen: '/help' },
  'public/help-still-need': { text: "Help: 'Still need help?' card", screen: '/help' },
  'public/help-spinner': { text: 'Help: spinner while loading', screen: '/help' },
  'public/help-search-case': { text: 'Help: search ignores case', screen: '/help' },
});
