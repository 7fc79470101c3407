import { mkdir, writeFile } from 'node:fs/promises';
import { localDirectory } from '@closingwire/local/root';
import { auditPage, type Figure, type PageAudit } from './audit-page.ts';
import { type Category, categories, type PageGoals } from './page-goals.ts';

export type MeasuredPage = PageGoals & {
  medians: Record<Figure, number>;
  missed: Category[];
  /** Audits that lost points in the median run. */
  causes: string[];
};

const reports = `${localDirectory}/lighthouse`;

function middleBy(figure: Figure, audits: readonly PageAudit[]): PageAudit {
  const sorted = audits.toSorted((a, b) => a.figures[figure] - b.figures[figure]);
  const found = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!found) throw new Error('Expected at least one run of Lighthouse');
  return found;
}

function mediansOf(audits: readonly PageAudit[]): Record<Figure, number> {
  const figures = Object.keys(audits[0]?.figures ?? {}) as Figure[];
  const medians = figures.map(figure => [figure, middleBy(figure, audits).figures[figure]]);
  return Object.fromEntries(medians);
}

/** Returns the failed, weighted audits of these categories. */
function causesOf(
  { result: { categories: scored, audits } }: PageAudit,
  names: readonly Category[],
): string[] {
  const ids = names.flatMap(name => scored[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0);
  return ids.flatMap(({ id }) => {
    const { score, title = id, displayValue = '' } = audits[id] ?? {};
    return typeof score === 'number' && score < 0.9 ? [`${title} ${displayValue}`.trim()] : [];
  });
}

/** Audits a page `runs` times. `.local/lighthouse` keeps the report of the median run. */
export async function measurePage(origin: string, page: PageGoals, runs: number): Promise<MeasuredPage> {
  const audits: PageAudit[] = [];
  while (audits.length < runs) audits.push(await auditPage(new URL(page.path, origin).href));
  const shown = middleBy('performance', audits);
  await mkdir(reports, { recursive: true });
  await writeFile(`${reports}/${page.path.slice(1).replaceAll('/', '-') || 'landing'}.html`, shown.html);
  const medians = mediansOf(audits);
  const missed = categories.filter(name => medians[name] < (page.goals[name] ?? 0));
  return { ...page, medians, missed, causes: causesOf(shown, missed) };
}
