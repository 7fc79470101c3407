import type { HelpArticle } from '@closingwire/contracts/content';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { BookOpen, Search } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { helpArticlesQuery } from '../../product/help-articles.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { TextInput } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { byCategory, filterArticles } from './article-filter.ts';
import { ArticleGroups } from './article-groups.tsx';
import { emptyCopy, found, head } from './copy.ts';

export default function HelpPage() {
  return (
    <>
      <PageHead {...head} />
      <HelpCenter />
    </>
  );
}

function useArticleFilter() {
  const [search, setSearch] = useSearchParams();
  const change = (name: string, value: string | null) =>
    setSearch(
      before => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    text: search.get('search') ?? '',
    category: search.get('category'),
    setText: (text: string) => change('search', text),
    setCategory: (category: string | null) => change('category', category),
  };
}

function HelpCenter() {
  const filter = useArticleFilter();
  const { data: articles = [], isPending, isError, error, refetch } = useQuery(helpArticlesQuery);
  const shown = filterArticles(articles, filter);
  const isFiltered = filter.text.trim() !== '' || filter.category !== null;
  return (
    // At least a screen high, so that loading articles do not move the footer into view.
    <div className="mx-auto min-h-dvh max-w-3xl px-4 py-14 sm:px-6">
      <h1 className="text-4xl font-bold tracking-tight">Help Center</h1>
      <div className="relative mt-6">
        <Search aria-hidden className="pointer-events-none absolute left-4 top-4 size-5 text-muted" />
        <TextInput
          type="search"
          aria-label="Search help articles"
          placeholder="Search help articles..."
          className="h-13! rounded-xl! pl-12 text-base!"
          value={filter.text}
          onChange={event => filter.setText(event.target.value)}
        />
      </div>
      <CategoryChips articles={articles} active={filter.category} onChange={filter.setCategory} />
      <p role="status" className="mt-6 text-sm text-muted empty:mt-0">
        {filter.text.trim() && !isPending && found(shown.length, filter.text.trim())}
      </p>
      {isPending && <Spinner className="w-full py-20" label="Loading help articles" />}
      {isError && <FailedState title="Help articles could not be loaded" query={{ error, refetch }} />}
      {!isPending && !isError && shown.length === 0 && (
        <EmptyState icon={BookOpen} title={emptyCopy.title}>
          {isFiltered ? emptyCopy.filtered : emptyCopy.none}
        </EmptyState>
      )}
      <ArticleGroups groups={byCategory(shown)} />
      {/* Below the articles: shown earlier, it would jump. */}
      {!isPending && <StillNeedHelp />}
    </div>
  );
}

function StillNeedHelp() {
  return (
    <section className="mt-14 flex flex-wrap items-center justify-between gap-5 rounded-2xl bg-accent-soft p-7">
      <div>
        <h2 className="text-lg font-semibold">Still need help?</h2>
        <p className="text-sm text-muted">Write to us; a person answers within 24 hours on business days.</p>
      </div>
      <ButtonLink to="/contact" tone="ink">
        Contact Us
      </ButtonLink>
    </section>
  );
}

type CategoryChipsProps = {
  articles: readonly HelpArticle[];
  active: string | null;
  onChange: (category: string | null) => void;
};

/** All categories with counts. A press on the active one clears it. */
function CategoryChips({ articles, active, onChange }: CategoryChipsProps) {
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
