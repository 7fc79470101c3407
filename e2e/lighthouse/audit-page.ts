import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromiumArgs, wholeChromiumPath } from '../browser/chromium.ts';
import { type Category, categories } from './page-goals.ts';

/** Installed on use: it takes 120 MB with its packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const result = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      displayValue: z.string().optional(),
    }),
  ),
  runtimeError: z.object({ message: z.string() }).optional(),
});
type Result = z.output<typeof result>;

/** Timings in ms; the layout shift is a share of the screen. */
const timings = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

export type Figure = Category | keyof typeof timings | 'load';

/** `load`: the machine's load average of the last minute. A busy machine lowers the performance score. */
export type PageAudit = { figures: Record<Figure, number>; result: Result; html: string };

/** Chromium's trace sometimes lacks the page's beginning; Lighthouse then asks for a new run. */
const TRIES = 4;

function figuresOf({ categories: scored, audits }: Result): Record<Figure, number> {
  const scores = categories.map(name => [name, Math.round((scored[name]?.score ?? 0) * 100)]);
  const taken = Object.entries(timings).map(([name, audit]) => [
    name,
    audits[audit]?.numericValue ?? Number.NaN,
  ]);
  return Object.fromEntries([...scores, ...taken, ['load', loadavg()[0]]]);
}

/** Runs Lighthouse, which writes one report per format. */
async function runLighthouse(url: string, reports: string): Promise<void> {
  const flags = ['--headless=new', ...chromiumArgs].join(' ');
  const asked = ['--quiet', '--output=json', '--output=html', `--output-path=${reports}`];
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...asked, `--chrome-flags=${flags}`], {
    env: { ...process.env, CHROME_PATH: wholeChromiumPath() },
  });
}

async function auditOnce(url: string): Promise<PageAudit | { failure: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const reports = join(folder, 'audit');
  try {
    await runLighthouse(url, reports);
    const audit = result.parse(JSON.parse(await readFile(`${reports}.report.json`, 'utf8')));
    if (audit.runtimeError) return { failure: audit.runtimeError.message };
    return {
      figures: figuresOf(audit),
      result: audit,
      html: await readFile(`${reports}.report.html`, 'utf8'),
    };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs Lighthouse with its defaults (a slow phone) in a fresh browser. */
export async function auditPage(url: string): Promise<PageAudit> {
  const failures: string[] = [];
  while (failures.length < TRIES) {
    const audit = await auditOnce(url);
    if ('result' in audit) return audit;
    failures.push(audit.failure);
  }
  throw new Error(`Expected an audit of ${url}; got ${failures.at(-1)}`);
}
