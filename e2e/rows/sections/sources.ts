import { section } from '../section.ts';

const screen = '/admin/operations';

export const sources = section("Beyond the spec: the operations page's Sources tab", {
  'sources/list': {
    text: 'All sources with license, uses, states, last day, contact, trust, keys and last delivery; an end is marked',
    screen,
    call: 'GET /api/admin/sources',
  },
  'sources/add': {
    text: 'A source is added; a name that is taken is refused at its field',
    screen,
    call: 'POST /api/admin/sources',
  },
  'sources/change': {
    text: 'The effects of a changed license are shown before it is saved, with the closings that it hides',
    screen,
    call: ['PUT /api/admin/sources/{sourceId}', 'GET /api/admin/sources/{sourceId}/closings'],
  },
  'sources/trust': {
    text: 'The dialog says between which sources a changed trust decides again',
    screen,
    call: 'PUT /api/admin/sources/{sourceId}',
  },
  'sources/feed': {
    text: 'A feed is set up and changed; a stored secret is not shown, and an empty field keeps it',
    screen,
    call: 'PUT /api/admin/sources/{sourceId}/feed',
  },
  'sources/test-feed': {
    text: 'A test of a connection shows what was found, and fields that are missing',
    screen,
    call: 'POST /api/admin/sources/{sourceId}/feed/test',
  },
  'sources/pull-feed': {
    text: "A feed is pulled by hand; its state, counts, requests and the server's words are shown within seconds",
    screen,
    call: 'POST /api/admin/sources/{sourceId}/feed/pull',
  },
});

export const agentIdentities = section("Beyond the spec: the operations page's Agents tab", {
  'agents-tab/find': {
    text: 'An agent is found by a part of the name or a contact, with the rows of all ZIPs',
    screen,
    call: 'GET /api/admin/agents',
  },
  'agents-tab/split': {
    text: 'Chosen rows become another agent, after a dialog with the consequences',
    screen,
    call: 'POST /api/admin/agents/{identityId}/split',
  },
  'agents-tab/merge': {
    text: 'Two agents become one, after a dialog with the consequences; the page shows when it has happened',
    screen,
    call: 'POST /api/admin/agents/{identityId}/merge',
  },
});
