import type { GroupState, ProcessState } from '@closingwire/contracts/system';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import { Panel } from '../panel.tsx';

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

type ServerState = {
  name: string;
  state: 'ready' | 'not reachable' | 'not known';
  by: readonly string[];
};

type System = { processes: readonly ProcessState[]; groups: readonly GroupState[] | null };

/** Returns a server's state as its processes report it: unknown if no process reports on it. */
function serverOf(name: string, part: string, { processes }: System): ServerState {
  const namesOf = (isOne: (process: ProcessState) => boolean) => processes.filter(isOne).map(one => one.name);
  const missing = namesOf(({ problems }) => problems.some(problem => problem.part === part));
  if (missing.length > 0) return { name, state: 'not reachable', by: missing };
  const reaching = namesOf(({ readyParts }) => readyParts.includes(part));
  return { name, state: reaching.length > 0 ? 'ready' : 'not known', by: reaching };
}

/** The product's servers as its processes reach them. No process checks the mail server. */
export const serversOf = (system: System): ServerState[] => [
  serverOf('PostgreSQL', 'pg', system),
  serverOf('MongoDB', 'mongo', system),
  { name: 'Kafka', state: system.groups === null ? 'not reachable' : 'ready', by: ['auth'] },
];
