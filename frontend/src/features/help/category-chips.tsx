import type { HelpArticle } from '@closingwire/contracts/content';
import clsx from 'clsx';
import { byCategory } from './article-filter.ts';

type CategoryChipsProps = {
  articles: readonly HelpArticle[];
  active: string | null;
  onChange: (category: string | null) => void;
};

/** All categories with counts. A press on the active one clears it. */
export function CategoryChips({ articles, active, onChange }: CategoryChipsProps) {
  const chips = [
    { label: 'All Categories', value: null, count: articles.length },
    ...byCategory(articles).map(([category, group]) => ({
      label: category,
      value: category,
      count: group.length,
    })),
  ];
  return (
    <fieldset aria-label="Categories" className="mt-5 flex flex-wrap gap-2">
      {chips.map(({ label, value, count }) => {
        const isActive = value === active;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isActive}
            onClick={() => onChange(isActive ? null : value)}
            className={clsx(
              'rounded-full border px-3.5 py-1.5 text-sm font-medium transition-colors',
              isActive
                ? 'border-accent bg-accent text-on-accent'
                : 'border-line-strong/60 bg-surface text-ink hover:border-ink',
            )}
          >
            {label} <span className="opacity-75">({count})</span>
          </button>
        );
      })}
    </fieldset>
  );
}
