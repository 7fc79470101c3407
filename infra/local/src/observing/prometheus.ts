import { mkdir, writeFile } from 'node:fs/promises';
import { managementPortOf } from '@closingwire/chassis/management';
import { succeeds } from '../command.ts';
import { expectFreePorts } from '../ports/expect-free-ports.ts';
import { prometheusPort } from '../ports/server-ports.ts';
import { root } from '../root.ts';
import { logOf } from '../servers/native-settings.ts';
import { dieWithParent } from '../supervisor/program.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { printLine } from '../terminal.ts';

export type PrometheusOptions = {
  port: number;
  /** Management URL of each process. */
  processes: readonly { name: string; url: string }[];
  /** Prometheus' binary; by default the installed one. */
  binary?: string;
};

/** Returns the configuration with the repository's alerts. YAML includes JSON. */
function configOf(processes: PrometheusOptions['processes']): string {
  return JSON.stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [`${root}/infra/observability/alerts.yml`],
    scrape_configs: [
      {
        job_name: 'closingwire',
        static_configs: processes.map(({ name, url }) => ({
          targets: [`127.0.0.1:${managementPortOf(Number(new URL(url).port))}`],
          labels: { process: name },
        })),
      },
    ],
  });
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    reply => reply.ok,
    () => false,
  );
}

/** Starts Prometheus with the alerts and returns its address. Without a binary it prints a line and returns undefined. */
export async function startPrometheus(
  supervisor: Supervisor,
  { port, processes, binary = 'prometheus' }: PrometheusOptions,
): Promise<string | undefined> {
  if (!(await succeeds([binary, '--version']))) {
    printLine(
      'No Prometheus: it is not installed. Install it (Debian: apt-get install prometheus), or unset OBSERVE.',
    );
    return undefined;
  }
  await expectFreePorts([{ what: 'prometheus', variable: prometheusPort.variable, port }]);
  const { dir } = supervisor;
  const [config, data] = [`${dir}/prometheus.json`, `${dir}/data/prometheus`];
  await mkdir(data, { recursive: true });
  await writeFile(config, configOf(processes));
  const url = `http://127.0.0.1:${port}`;
  await supervisor.start([
    {
      name: 'prometheus',
      command: dieWithParent([
        binary,
        `--config.file=${config}`,
        `--storage.tsdb.path=${data}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ]),
      logFile: logOf({ dir }, 'prometheus'),
      remedy: 'Unset OBSERVE to do without it.',
      stopWithinMs: 10_000,
      readyWithinMs: 30_000,
      isReady: () => isReady(url),
    },
  ]);
  return url;
}
