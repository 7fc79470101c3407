import type { Difference } from './books.ts';
import type { History, Step } from './history.ts';

export type Shortened = { history: History; differences: Difference[] };

/** Users in the differences. */
const usersIn = (differences: readonly Difference[]) =>
  new Set(differences.flatMap(({ user }) => user ?? []));

/** Returns the steps with only these users' commands: other users seldom matter. */
const commandsOf = (users: ReadonlySet<number>, steps: readonly Step[]): Step[] =>
  steps
    .map(step => step.filter(({ command }) => !('user' in command) || users.has(command.user)))
    .filter(step => step.length > 0);

/** A race may not occur in each try. */
const triesEach = 2;

/**
 * Removes other users' commands, then steps, then single commands, while the history still fails in the same way. Each
 * try runs the history, so time limits it: the result may not be the shortest.
 */
export async function shorten(
  failing: Shortened,
  run: (history: History) => Promise<Difference[]>,
  withinMs: number,
): Promise<Shortened> {
  const deadline = Date.now() + withinMs;
  const kinds = new Set(failing.differences.map(({ kind }) => kind));
  let best = failing;

  async function failsWith(steps: Step[]): Promise<boolean> {
    const history = { ...best.history, steps };
    for (let attempt = 0; attempt < triesEach && Date.now() < deadline; attempt++) {
      const differences = await run(history);
      if (!differences.some(({ kind }) => kinds.has(kind))) continue;
      best = { history, differences };
      return true;
    }
    return false;
  }

  const stepsOf = () => best.history.steps;
  await failsWith(commandsOf(usersIn(failing.differences), stepsOf()));
  for (let size = Math.ceil(stepsOf().length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < stepsOf().length && Date.now() < deadline; ) {
      if (!(await failsWith(stepsOf().toSpliced(at, size)))) at += size;
    }
  }
  for (let at = 0; at < stepsOf().length; at++) {
    for (let of = 0; of < (stepsOf()[at]?.length ?? 0) && Date.now() < deadline; ) {
      const fewer = stepsOf().map((step, index) => (index === at ? step.toSpliced(of, 1) : step));
      if (!(await failsWith(fewer))) of += 1;
    }
  }
  return best;
}
