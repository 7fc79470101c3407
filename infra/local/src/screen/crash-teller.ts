import { diskIsFull } from '../disk-space.ts';
import { say } from '../say.ts';
import type { ProgramEvent } from '../supervisor/supervised.ts';

/** Says when a process crashes and when it is back; that all came up at the start goes without saying. */
export function crashTeller(paint: (name: string) => string, dir: string): (event: ProgramEvent) => void {
  const crashed = new Set<string>();
  return event => {
    if (event.kind === 'crashed') {
      crashed.add(event.name);
      say(`${paint(event.name)} ${event.how}; it is started again in ${event.againInMs / 1000} s`);
      if (diskIsFull(dir))
        say(`The disk under ${dir} is full. Make room: what crashed comes back by itself.`);
    }
    if (event.kind === 'ready' && crashed.delete(event.name)) say(`${paint(event.name)} is back`);
  };
}
