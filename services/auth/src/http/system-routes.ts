import {
  type DeadLetter,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from '@closingwire/chassis/dead-letters';
import { DEAD_LETTERS_AT_ONCE, type DeadLetter as ShownLetter } from '@closingwire/contracts/system';
import { type Dependencies, os, requireOwnAdmin } from './context.ts';

const toShown = ({ offset, parkedAt, ...letter }: DeadLetter): ShownLetter => ({
  ...letter,
  offset: String(offset),
  parkedAt: parkedAt.toISOString(),
});

/** Routes for the state of processes and consumer groups, and for messages that a consumer parked. */
export function systemRoutes({ pg, clock, system }: Dependencies) {
  return {
    systemState: os.systemState.handler(async ({ context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      const [processes, groups, lastBackup] = await Promise.all([
        system.processes(),
        system.groups(),
        system.lastBackup(),
      ]);
      return { processes, groups, lastBackup };
    }),

    listDeadLetters: os.listDeadLetters.handler(async ({ input: { group }, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      const { letters, total } = await listDeadLetters(system.busOf(group), group, DEAD_LETTERS_AT_ONCE);
      return { letters: letters.map(toShown), total };
    }),

    replayDeadLetters: os.replayDeadLetters.handler(async ({ input: { group, through }, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      return { count: await replayDeadLetters(system.busOf(group), group, BigInt(through)) };
    }),

    discardDeadLetters: os.discardDeadLetters.handler(async ({ input: { group, through }, context }) => {
      await requireOwnAdmin(pg, context.caller, clock());
      return { count: await discardDeadLetters(system.busOf(group), group, BigInt(through)) };
    }),
  };
}
