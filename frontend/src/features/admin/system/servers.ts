import type { GroupState, ProcessState } from '@closingwire/contracts/system';

export type ServerState = {
  name: string;
  state: 'ready' | 'not reachable' | 'not known';
  /** Processes that report this state of the server. */
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
