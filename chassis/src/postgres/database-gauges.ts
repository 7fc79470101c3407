import { Gauge } from 'prom-client';
import { isDatabaseAway } from '../process/database-error.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { registry } from '../process/telemetry.ts';
import type { Pg, Statement } from './pg.ts';

/** A metric from the database: `sql` selects the labels as columns, and `value`. */
export type DatabaseGauge = {
  name: string;
  help: string;
  labels: readonly string[];
  sql: Statement;
};

const EVERY_MS = 30_000;

function gaugeOf({ name, help, labels }: DatabaseGauge): Gauge<string> {
  const known = registry.getSingleMetric(name) as Gauge<string> | undefined;
  return known ?? new Gauge({ name, help, labelNames: ['database', ...labels], registers: [registry] });
}

/**
 * Reads metrics from the service's database twice a minute. Each process shows the same values: use the largest. While the
 * database is away they do not change.
 */
export function databaseGauges({
  pg,
  log,
  gauges,
  everyMs = EVERY_MS,
}: {
  pg: Pg;
  log: Log;
  gauges: readonly DatabaseGauge[];
  everyMs?: number;
}): Part {
  let timer: NodeJS.Timeout | undefined;

  async function readOne(declared: DatabaseGauge): Promise<void> {
    const gauge = gaugeOf(declared);
    const rows = await pg.query<{ value: number | null }>(declared.sql);
    // A series without a row is 0, not unknown.
    for (const { labels } of (await gauge.get()).values) {
      if (labels.database === pg.name) gauge.set(labels, 0);
    }
    for (const { value, ...labels } of rows) gauge.set({ database: pg.name, ...labels }, value ?? 0);
  }

  async function look(): Promise<void> {
    for (const gauge of gauges) {
      await readOne(gauge).catch(error => {
        if (!isDatabaseAway(error)) log.warn({ err: error, gauge: gauge.name }, 'metric not read');
      });
    }
  }

  return {
    name: 'database gauges',
    async start() {
      timer = setInterval(look, everyMs).unref();
      void look();
    },
    async stop() {
      clearInterval(timer);
    },
  };
}
