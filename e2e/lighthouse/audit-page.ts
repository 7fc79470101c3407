import { loadavg } from 'node:os';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumArgs, chromiumPath } from '../browser/chromium.ts';
import { type Category, categories } from './page-goals.ts';

/** What a page takes: milliseconds, but for the layout shift, which is a share of the screen. */
const timings = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

export type Figure = Category | keyof typeof timings | 'load';

/** `load` is the machine's in the last minute: a busy one takes from the performance score. */
export type PageAudit = { figures: Record<Figure, number>; result: Result; html: string };

/** Now and then Chromium's trace lacks the beginning of the page, and Lighthouse asks to be run again. */
const TRIES = 4;

function figuresOf({ categories: scored, audits }: Result): Record<Figure, number> {
  const scores = categories.map(name => [name, Math.round((scored[name]?.score ?? 0) * 100)]);
  const taken = Object.entries(timings).map(([name, audit]) => [
    name,
    audits[audit]?.numericValue ?? Number.NaN,
  ]);
  return Object.fromEntries([...scores, ...taken, ['load', loadavg()[0]]]);
}

async function auditOnce(url: string): Promise<PageAudit | { failure: string }> {
  const chrome = await launch({
    chromePath: chromiumPath(),
    chromeFlags: ['--headless=new', ...chromiumArgs],
    logLevel: 'silent',
  });
  try {
    const run = await lighthouse(url, { port: chrome.port, output: 'html', logLevel: 'silent' });
    if (!run || run.lhr.runtimeError) return { failure: run?.lhr.runtimeError?.message ?? 'nothing' };
    return { figures: figuresOf(run.lhr), result: run.lhr, html: String(run.report) };
  } finally {
    chrome.kill();
  }
}

/** Runs Lighthouse as it comes, which is for a slow phone, in a browser that has never seen the page. */
export async function auditPage(url: string): Promise<PageAudit> {
  const failures: string[] = [];
  while (failures.length < TRIES) {
    const audit = await auditOnce(url);
    if ('result' in audit) return audit;
    failures.push(audit.failure);
  }
  throw new Error(`Expected an audit of ${url}; got ${failures.at(-1)}`);
}
