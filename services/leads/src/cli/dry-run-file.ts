import { SingleBar } from 'cli-progress';
import type { CliConfig } from '../config.ts';
import { ingestionClient } from './ingestion-client.ts';
import { openLeadFile } from './lead-file.ts';
import { daysText, dryRunLines } from './report-text.ts';
import { fileBytes } from './survey-file.ts';
import { print } from './terminal-text.ts';

const PATIENCE_MS = 60_000;

/** Sends a file for a dry run and prints its report. Nothing is delivered. */
export async function dryRunFile(config: CliConfig): Promise<void> {
  if (config.SHIFT !== undefined) {
    throw new Error('Expected DRY=1 without SHIFT; a dry run reads the file as it is');
  }
  const { path, bytes, map, survey } = await openLeadFile(config, new Date());
  const bar = new SingleBar({
    format: '{bar} {percentage}% {note}',
    hideCursor: true,
    clearOnComplete: true,
  });
  const client = ingestionClient({
    publicUrl: config.PUBLIC_URL,
    key: config.INGESTION_KEY,
    patienceMs: PATIENCE_MS,
    onRetry: reason => bar.update({ note: `| trying again: ${reason.slice(0, 60)}` }),
  });
  bar.start(bytes, 0, { note: '' });
  try {
    const body = () => fileBytes(path, read => bar.update(read));
    const reply = await client.dryRun(body, { map, dates: survey.order });
    bar.stop();
    for (const line of dryRunLines(reply, daysText(survey))) print(line);
  } finally {
    bar.stop();
  }
}
