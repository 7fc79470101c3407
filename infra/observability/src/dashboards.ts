import { writeFileSync } from 'node:fs';

type Panel = { title: string; unit?: string; kind?: 'timeseries' | 'stat'; queries: Record<string, string> };
type Dashboard = { uid: string; title: string; about: string; panels: Panel[] };

const business: Dashboard = {
  uid: 'closingwire-business',
  title: 'ClosingWire: the business',
  about: 'Trials, subscribers, ZIPs sold, and how fresh what they pay for is',
  panels: [
    { title: 'Paying', kind: 'stat', queries: { paying: 'max(accounts{standing="paying"})' } },
    { title: 'In their trial', kind: 'stat', queries: { trial: 'max(accounts{standing="trial"})' } },
    { title: 'Trials begun, last 24 hours', kind: 'stat', queries: { begun: 'max(trials_started_today)' } },
    {
      title: 'Charged, last 24 hours',
      kind: 'stat',
      unit: 'currencyUSD',
      queries: { charged: 'max(charged_cents_today) / 100' },
    },
    { title: 'Accounts', queries: { '{{standing}}': 'max by (standing) (accounts)' } },
    {
      title: 'Conversion: paying of all whose trial has ended',
      unit: 'percentunit',
      queries: {
        conversion:
          'sum(max by (standing) (accounts{standing=~"paying|failing"})) / sum(max by (standing) (accounts{standing!="trial"}))',
      },
    },
    { title: 'ZIPs held', queries: { '{{kind}}': 'max by (kind) (zips_held)' } },
    { title: 'Subscribed lists by age', queries: { '{{age}}': 'max by (age) (subscribed_lists)' } },
    { title: 'Rows delivered, last 24 hours', queries: { '{{outcome}}': 'max by (outcome) (leads_today)' } },
    {
      title: 'Mails per minute',
      queries: { '{{template}} {{outcome}}': 'sum by (template, outcome) (rate(mails_total[5m])) * 60' },
    },
  ],
};

const operators: Dashboard = {
  uid: 'closingwire-operators',
  title: 'ClosingWire: operation',
  about: 'Requests, events, jobs and processes',
  panels: [
    {
      title: 'Requests per second',
      unit: 'reqps',
      queries: { '{{process}}': 'sum by (process) (rate(http_request_duration_seconds_count[1m]))' },
    },
    {
      title: 'Failing requests',
      unit: 'percentunit',
      queries: {
        '{{process}}':
          'sum by (process) (rate(http_request_duration_seconds_count{status=~"5.."}[5m])) / sum by (process) (rate(http_request_duration_seconds_count[5m]))',
      },
    },
    {
      title: 'p99 by route',
      unit: 's',
      queries: {
        '{{process}} {{route}}':
          'topk(10, histogram_quantile(0.99, sum by (process, route, le) (rate(http_request_duration_seconds_bucket[5m]))))',
      },
    },
    {
      title: 'Consumer lag',
      queries: { '{{group}} {{topic}}': 'sum by (group, topic) (consumer_lag_messages)' },
    },
    {
      title: 'Messages that did not go through',
      queries: {
        '{{group}} {{outcome}}':
          'sum by (group, outcome) (increase(consumer_messages_total{outcome=~"parked|retried"}[5m]))',
      },
    },
    {
      title: 'Outbox: events that wait',
      queries: { '{{database}}': 'max by (database) (outbox_pending_events)' },
    },
    {
      title: 'Outbox: age of the oldest',
      unit: 's',
      queries: { '{{database}}': 'max by (database) (outbox_oldest_event_seconds)' },
    },
    { title: 'Mails that wait', queries: { '{{purpose}}': 'max by (purpose) (mails_waiting)' } },
    { title: 'Jobs due', queries: { '{{task}}': 'max by (database, task) (jobs_due)' } },
    {
      title: 'Jobs per minute',
      queries: {
        '{{task}} {{outcome}}': 'sum by (task, outcome) (rate(job_duration_seconds_count[5m])) * 60',
      },
    },
    { title: 'Deliveries under way', queries: { '{{state}}': 'max by (state) (batches_open)' } },
    { title: 'Connections', queries: { '{{pool}} {{state}}': 'sum by (pool, state) (pg_pool_connections)' } },
    {
      title: 'Event loop, p99',
      unit: 's',
      queries: { '{{process}}': 'max by (process) (nodejs_eventloop_lag_p99_seconds)' },
    },
    {
      title: 'CPU',
      unit: 'percentunit',
      queries: { '{{process}}': 'sum by (process) (rate(process_cpu_seconds_total[1m]))' },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: { '{{process}}': 'sum by (process) (process_resident_memory_bytes)' },
    },
    {
      title: 'Feeds: time behind the plan',
      unit: 's',
      queries: { '{{source}}': 'max by (source) (feed_late_seconds)' },
    },
  ],
};

export const dashboards = { business, operators };

/** Places statistics four per row and charts two per row. */
function arrange(panels: Panel[]) {
  let x = 0;
  let y = 0;
  return panels.map((panel, at) => {
    const isStat = panel.kind === 'stat';
    const [w, h] = isStat ? [6, 4] : [12, 8];
    if (x + w > 24) {
      x = 0;
      y += h;
    }
    const gridPos = { x, y, w, h };
    x += w;
    if (isStat && panels[at + 1]?.kind !== 'stat') {
      x = 0;
      y += h;
    }
    return { panel, gridPos };
  });
}

const INPUT = 'DS_PROMETHEUS';
/** Grafana asks for the data source at the import and replaces this name. */
const DATA_SOURCE = `\${${INPUT}}`;

/**
 * Returns the dashboard in Grafana's import format:
 * https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
function grafanaJson({ uid, title, about, panels }: Dashboard): string {
  const datasource = { type: 'prometheus', uid: DATA_SOURCE };
  const model = {
    __inputs: [{ name: INPUT, label: 'Prometheus', type: 'datasource', pluginId: 'prometheus' }],
    uid,
    title,
    description: about,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    panels: arrange(panels).map(({ panel, gridPos }, id) => ({
      id: id + 1,
      type: panel.kind ?? 'timeseries',
      title: panel.title,
      datasource,
      gridPos,
      fieldConfig: { defaults: { unit: panel.unit ?? 'short', min: 0 }, overrides: [] },
      targets: Object.entries(panel.queries).map(([legendFormat, expr], at) => ({
        refId: String.fromCharCode(65 + at),
        datasource,
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(model, undefined, 2)}\n`;
}

/** Generated dashboard files by name. */
export const dashboardFiles = (): Record<string, string> =>
  Object.fromEntries(Object.entries(dashboards).map(([name, each]) => [`${name}.json`, grafanaJson(each)]));

if (import.meta.main) {
  for (const [name, text] of Object.entries(dashboardFiles())) {
    writeFileSync(new URL(`../dashboards/${name}`, import.meta.url), text);
  }
}
