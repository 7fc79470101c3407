import { writeFileSync } from 'node:fs';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { execa } from 'execa';

/** The time that the processes of the product see; the servers and the tests keep the real one. */
export type JumpingClock = {
  /** Which the processes are started with. */
  env: Record<string, string>;
  /** By so many seconds from the real time, forward or back. */
  jump(seconds: number): void;
};

/** Gives the time from a file, by libfaketime. */
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
      // Timers and time-outs go by the time since the machine started, which does not jump.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
  };
}
