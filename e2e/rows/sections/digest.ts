import { section } from '../section.ts';

export const digest = section('Beyond the spec: the email with new agents', {
  'digest/obstacle': {
    text: 'The settings say why no email comes: notifications are off, the lists are closed, or the view is empty',
    screen: '/settings',
    call: 'GET /api/user/digest',
  },
  'digest/settings': {
    text: 'Daily, weekly or off, at an hour in the time zone of the user',
    screen: '/settings',
    call: ['GET /api/user/digest', 'PUT /api/user/digest'],
  },
  'digest/view': {
    text: 'It can have the agents of one saved view, and then names the view',
    screen: '/settings',
    call: 'PUT /api/user/digest',
  },
  'digest/side': {
    text: 'The digest of a side has the agents that Today has for it, each with the newest closing of the side',
    call: ['PUT /api/user/digest', 'GET /api/user/today'],
  },
  'digest/agent': {
    text: 'Each agent has the address of the newest closing, and the name leads to the page of the agent',
  },
  'digest/follow-ups': {
    text: 'It begins with the calls promised for the day, and comes for them alone',
  },
  'digest/weekly': {
    text: 'A weekly one has all agents who came since the last, also those whom Today no longer lists',
  },
  'digest/now': {
    text: 'Sent at once it has the new agents with numbers to tap; without news none is sent',
    screen: '/settings',
    call: 'POST /api/user/digest/now',
  },
});
