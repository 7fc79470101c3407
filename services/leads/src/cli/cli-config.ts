import { z } from 'zod';

export const cliConfig = z.object({
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  INGESTION_KEY: z.string().min(1),
  /** A .csv, .ndjson or .jsonl file. */
  FILE: z.string('a file of leads: make ingest FILE=leads.csv').min(1),
  /** For CSV: which header means which column, as `Header=column,…`, as JSON or as a file of JSON. */
  MAP: z.string().optional(),
  /** `recent` moves old sale dates up to today; a number moves them by so many days. */
  SHIFT: z.union([z.literal('recent'), z.coerce.number("'recent' or a number of days").int()]).optional(),
  ROWS_PER_REQUEST: z.coerce.number().int().min(1).max(50_000).default(4_000),
});
export type CliConfig = z.output<typeof cliConfig>;
