import { registry } from '@closingwire/chassis/telemetry';
import { Counter } from 'prom-client';

/** Mails by template and what came of them; `unknown` counts those that may have left twice or not at all. */
export const deliveries = new Counter({
  name: 'mails_total',
  help: 'Mails by template and outcome (sent, away, refused, skipped, unknown)',
  labelNames: ['template', 'outcome'] as const,
  registers: [registry],
});
