import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Command } from '../command.ts';
import { isListening } from '../ports/free-port.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import { logOf, type NativeSettings, remedyOf } from './native-settings.ts';

/** An inbox that accepts all email and delivers none. */
export async function mailProgram(native: NativeSettings): Promise<Program> {
  const dir = `${native.dir}/data/mail`;
  const { smtp, mailWeb } = native.ports;
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
    command: dieWithParent(command),
    logFile: logOf(native, 'mail'),
    remedy: remedyOf('SMTP_URL'),
    stopWithinMs: 5_000,
    readyWithinMs: 20_000,
    isReady: async () => (await isListening(smtp)) && (await isListening(mailWeb)),
  };
}
