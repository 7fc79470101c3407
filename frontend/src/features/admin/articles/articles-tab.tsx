import type { AdminArticle } from '@closingwire/contracts/screen-api';
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../panel.tsx';
import { StatCards } from '../stat-cards.tsx';
import { ArticleDialog } from './article-dialog.tsx';
import { ArticleRow } from './article-row.tsx';
import { useArticles } from './queries.ts';

export default function ArticlesTab() {
  const [isWriting, setWriting] = useState(false);
  const articles = useArticles();
  const all = articles.data?.articles;
  const published = all?.filter(({ isPublished }) => isPublished);
  const count = (list: readonly unknown[] | undefined) => (articles.isError ? null : list?.length);
  return (
    <div className="grid gap-6">
      <StatCards
        stats={[
          { label: 'Total', count: count(all) },
          { label: 'Published', count: count(published) },
          { label: 'Drafts', count: count(all?.filter(({ isPublished }) => !isPublished)) },
        ]}
      />
      <Panel
        title="Help Articles"
        text="Visitors see what is published."
        actions={
          <Button tone="accent" onClick={() => setWriting(true)}>
            <Plus aria-hidden /> New Article
          </Button>
        }
      >
        <Loaded query={articles} loading="Loading help articles" failed="Help articles could not be loaded">
          {data => <ArticleList articles={data.articles} />}
        </Loaded>
      </Panel>
      {isWriting && <ArticleDialog onClose={() => setWriting(false)} />}
    </div>
  );
}

function ArticleList({ articles }: { articles: readonly AdminArticle[] }) {
  if (articles.length === 0) return <EmptyState level="h3" icon={BookOpen} title="No help articles yet" />;
  return (
    <ul className="divide-y divide-line">
      {articles.map(article => (
        <ArticleRow key={article.id} article={article} />
      ))}
    </ul>
  );
}
