import { useQuery } from '@tanstack/react-query';
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
import { CategoryChips } from './category-chips.tsx';
import { emptyCopy, found, head } from './copy.ts';

export default function HelpPage() {
  return (
    <>
      <PageHead {...head} />
      <HelpCenter />
    </>
  );
}

/** Search text and category are in the URL. */
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
      {isError && <FailedState title="Help articles could not be loaded" error={error} onRetry={refetch} />}
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
