import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type Command, runCommand } from '../command.ts';
import { type KafkaPlace, kafkaSettings } from './kafka-settings.ts';

/** Writes the node's settings and, on first use, its identity; returns the settings file. */
export async function formatKafka(java: Command, place: KafkaPlace): Promise<string> {
  const settings = `${place.dir}/server.properties`;
  await mkdir(place.dir, { recursive: true });
  await writeFile(settings, kafkaSettings(place));
  if (!existsSync(`${place.dir}/data/meta.properties`)) {
    const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted'];
    await runCommand([...java, ...tool, '-t', 'closingwire-local-0000', '-c', settings]);
  }
  return settings;
}
