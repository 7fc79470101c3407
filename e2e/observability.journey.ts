import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';
import { startPrometheus } from '@closingwire/local/observing';
import { freePort } from '@closingwire/local/ports/free-port';
import { localDirectory, root } from '@closingwire/local/root';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';
import { dashboardFiles, dashboards } from '@closingwire/observability/dashboards';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheus, promtool } from './platform/promtool.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const folder = `${root}/infra/observability`;

type Rule = { alert: string; expr: string; annotations: { runbook: string } };

async function alertRules(): Promise<Rule[]> {
  const { groups } = parse(await readFile(`${folder}/alerts.yml`, 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the metrics of a query: what remains without texts, labels, functions, ranges, operators and numbers. */
const metricsOf = (query: string): string[] =>
  query
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(and|or|unless)\b/g, '')
    .replace(/\b(by|ignoring|on)\s*\([^)]*\)/g, '')
    .replace(/\w+\s*\(/g, '(')
    .match(/\b[a-z][a-z_]+\b/g) ?? [];

/** Returns the names of all metrics of the processes. */
async function measured(): Promise<Set<string>> {
  const texts = await Promise.all(
    Object.values(whole.processes).map(async url => (await fetch(`${managementUrlOf(url)}/metrics`)).text()),
  );
  const types = texts.flatMap(text => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  return new Set(['up', ...names]);
}

test('alerts and dashboards read what the processes measure', async () => {
  const queries = Object.values(dashboards).flatMap(({ panels }) =>
    panels.flatMap(panel => Object.values(panel.queries)),
  );
  const rules = await alertRules();
  const read = new Set([...queries, ...rules.map(({ expr }) => expr)].flatMap(metricsOf));
  expect(read.size).toBeGreaterThan(15);
  const missing = () => measured().then(known => [...read].filter(name => !known.has(name)));
  await until(async () => (await missing()).length === 0, { timeoutMs: 10_000 }).catch(() => {});
  expect(await missing()).toEqual([]);
});

test('each alert is tested and has a runbook page', async () => {
  const tool = await promtool();
  const run = (...args: string[]) => execa(tool, args, { cwd: folder, all: true });
  expect((await run('check', 'config', 'prometheus.yml')).all).toContain('SUCCESS');
  expect((await run('test', 'rules', 'alerts.test.yml')).all).toContain('SUCCESS');
  const runbook = await readFile(`${root}/docs/runbooks/alerts.md`, 'utf8');
  const tests = await readFile(`${folder}/alerts.test.yml`, 'utf8');
  for (const { alert, annotations } of await alertRules()) {
    expect(annotations.runbook).toBe(`docs/runbooks/alerts.md#${alert.toLowerCase()}`);
    expect(runbook).toContain(`\n## ${alert}\n`);
    expect(tests).toContain(`name: ${alert} is raised`);
  }
});

test('the dashboard files are up to date', async () => {
  for (const [name, text] of Object.entries(dashboardFiles())) {
    expect(await readFile(`${folder}/dashboards/${name}`, 'utf8'), 'run `make environment-files`').toBe(text);
  }
});

test('Prometheus scrapes every process and has the alerts', async () => {
  const dir = await mkdtemp(`${localDirectory}/test-`);
  await mkdir(`${dir}/log`);
  const supervisor = await openSupervisor(dir);
  try {
    const processes = Object.entries(whole.processes).map(([name, url]) => ({ name, url }));
    const url = await startPrometheus(supervisor, {
      port: await freePort(),
      processes,
      binary: await prometheus(),
    });
    const asked = async (query: string) => {
      const reply = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
      const { data } = (await reply.json()) as { data: { result: { metric: { process: string } }[] } };
      return data.result.map(({ metric }) => metric.process).toSorted();
    };
    const names = processes.map(({ name }) => name).toSorted();
    await until(async () => (await asked('up == 1')).length === names.length);
    expect(await asked('up == 1')).toEqual(names);
    const rules = await (await fetch(`${url}/api/v1/rules`)).text();
    for (const { alert } of await alertRules()) expect(rules).toContain(`"name":"${alert}"`);
  } finally {
    await supervisor.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
