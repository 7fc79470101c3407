import type { ProcessState } from '@closingwire/contracts/system';
import { expect, test } from 'vitest';
import { serversOf } from './server-panel.tsx';

const anyProcess: ProcessState = {
  name: 'billing',
  state: 'ready',
  revision: null,
  startedAt: null,
  readyParts: ['pg'],
  problems: [],
};
const content = { ...anyProcess, name: 'content', readyParts: ['mongo'] };

test('servers that processes reach are ready', () => {
  expect(serversOf({ processes: [anyProcess, content], groups: [] })).toEqual([
    { name: 'PostgreSQL', state: 'ready', by: ['billing'] },
    { name: 'MongoDB', state: 'ready', by: ['content'] },
    { name: 'Kafka', state: 'ready', by: ['auth'] },
  ]);
});

test('a server names the processes that do not reach it', () => {
  const problems = [{ part: 'pg', message: 'no answer within 2000 ms' }];
  const cutOff = { ...anyProcess, name: 'leads', readyParts: [], problems };
  expect(serversOf({ processes: [anyProcess, cutOff], groups: null })).toEqual([
    { name: 'PostgreSQL', state: 'not reachable', by: ['leads'] },
    { name: 'MongoDB', state: 'not known', by: [] },
    { name: 'Kafka', state: 'not reachable', by: ['auth'] },
  ]);
});
