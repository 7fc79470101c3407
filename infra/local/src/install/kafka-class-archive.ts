import { mkdtemp, rm } from 'node:fs/promises';
import { execa } from 'execa';
import type { Command } from '../command.ts';
import { poll } from '../poll.ts';
import { answers } from '../ports/answers.ts';
import { freePort } from '../ports/free-port.ts';
import { localDirectory } from '../root.ts';
import { formatKafka } from '../servers/kafka-format.ts';

/**
 * Runs a broker once and lets the JVM write down the classes it loaded (AppCDS): later starts take about
 * one second instead of three. Without the file, or with another JVM, Java starts as usual.
 */
export async function archiveClasses([file, ...args]: Command, archive: string): Promise<void> {
  const dir = await mkdtemp(`${localDirectory}/tools/kafka-trial-`);
  try {
    const port = await freePort();
    const settings = await formatKafka([file, ...args], { dir, port, controllerPort: await freePort() });
    const broker = execa(file, [`-XX:ArchiveClassesAtExit=${archive}`, ...args, 'kafka.Kafka', settings], {
      stdio: 'ignore',
      reject: false,
    });
    await poll(() => answers(port), { withinMs: 60_000 });
    broker.kill('SIGTERM');
    await broker;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
