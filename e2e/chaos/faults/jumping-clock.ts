import { writeFileSync } from 'node:fs';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { execa } from 'execa';

/** The clock of the product's processes; servers and tests keep the real time. */
export type JumpingClock = {
  /** Environment of the processes. */
  env: Record<string, string>;
  /** Sets the offset from the real time, in seconds, positive or negative. */
  jump(seconds: number): void;
};

/** Reads the offset from a file, with libfaketime. */
export async function jumpingClock(file: string): Promise<JumpingClock> {
  await installSystemPackages(['faketime']);
  const { stdout } = await execa('dpkg', ['-L', 'libfaketime']);
  const library = stdout.split('\n').find(path => path.endsWith('/libfaketime.so.1'));
  if (library === undefined) throw new Error('expected libfaketime to bring libfaketime.so.1');
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  jump(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers and timeouts use the monotonic clock, which does not jump.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
  };
}
