import type { GroupState, ProcessState } from '@closingwire/contracts/system';

export type ServerState = {
  name: string;
  state: 'ready' | 'not reachable' | 'not known';
  /** The processes that it is known from. */
  by: readonly string[];
};

type System = { processes: readonly ProcessState[]; groups: readonly GroupState[] | null };

/** A server that is a part of processes; not known while none of those can be asked. */
function serverOf(name: string, part: string, { processes }: System): ServerState {
  const namesOf = (isOne: (process: ProcessState) => boolean) => processes.filter(isOne).map(one => one.name);
  const missing = namesOf(({ problems }) => problems.some(problem => problem.part === part));
  if (missing.length > 0) return { name, state: 'not reachable', by: missing };
  const reaching = namesOf(({ readyParts }) => readyParts.includes(part));
  return { name, state: reaching.length > 0 ? 'ready' : 'not known', by: reaching };
}

/** The servers that the product needs, as its processes reach them. No process checks the mail server. */
export const serversOf = (system: System): ServerState[] => [
  serverOf('PostgreSQL', 'pg', system),
  serverOf('MongoDB', 'mongo', system),
  { name: 'Kafka', state: system.groups === null ? 'not reachable' : 'ready', by: ['auth'] },
];
