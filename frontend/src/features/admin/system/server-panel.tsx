import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import { Panel } from '../panel.tsx';
import type { ServerState } from './servers.ts';

const states: Record<ServerState['state'], StateLook> = {
  ready: { label: 'Ready', tone: 'positive' },
  'not reachable': { label: 'Not reachable', tone: 'danger' },
  'not known': { label: 'Not known', tone: 'caution' },
};

export const ServerPanel = ({ servers }: { servers: readonly ServerState[] }) => (
  <Panel title="Servers" text="As the processes reach them. The mail server is asked when a mail goes out.">
    <ul aria-label="Servers" className="divide-y divide-line text-sm">
      {servers.map(({ name, state, by }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
          <span className="min-w-28 font-semibold">{name}</span>
          <StateBadge {...states[state]} />
          {by.length > 0 && (
            <span className="text-muted">
              {state === 'ready' ? 'reached by' : 'not reached by'} {by.join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  </Panel>
);
