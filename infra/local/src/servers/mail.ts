import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Command } from '../command.ts';
import { answers } from '../ports/free-port.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import { type Grounds, logOf, remedyOf } from './grounds.ts';

/** An inbox that takes every mail and delivers none. */
export async function mailProgram(grounds: Grounds): Promise<Program> {
  const dir = `${grounds.dir}/data/mail`;
  const { smtp, mailWeb } = grounds.ports;
  await mkdir(dir, { recursive: true });
  const maildev = createRequire(import.meta.url).resolve('maildev/bin/maildev');
  const command: Command = [
    process.execPath,
    ...['--max-old-space-size=256', '--max-semi-space-size=1'],
    ...[maildev, '--silent', '--mail-directory', dir],
    ...['--ip', '127.0.0.1', '--smtp', String(smtp)],
    ...['--web-ip', '127.0.0.1', '--web', String(mailWeb)],
  ];
  return {
    name: 'mail',
    command: dieWithParent(command, 'SIGTERM'),
    logFile: logOf(grounds, 'mail'),
    remedy: remedyOf('SMTP_URL'),
    stopSignal: 'SIGTERM',
    stopWithinMs: 5_000,
    readyWithinMs: 20_000,
    isReady: async () => (await answers(smtp)) && (await answers(mailWeb)),
  };
}
