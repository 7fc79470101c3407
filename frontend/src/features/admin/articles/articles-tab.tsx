import type { AdminArticle } from '@closingwire/contracts/screen-api';
import { BookOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { startOf } from '../../../lib/start-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Panel } from '../panel.tsx';
import { StatCards } from '../stat-cards.tsx';
import { ArticleDialog } from './article-dialog.tsx';
import { articlesCopy } from './copy.ts';
import { useArticles, useDeleteArticle } from './queries.ts';

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

const PREVIEW_LENGTH = 150;

function ArticleRow({ article }: { article: AdminArticle }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const remove = useDeleteArticle(article);
  const close = () => setDialog(null);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="grid min-w-0 flex-1 basis-80 gap-1">
        <h3 className="font-semibold wrap-anywhere">{article.question}</h3>
        <p className="text-sm text-muted wrap-anywhere">{startOf(article.answer, PREVIEW_LENGTH)}</p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge>{article.category}</Badge>
          <Badge tone={article.isPublished ? 'positive' : 'caution'}>
            {article.isPublished ? 'Published' : 'Draft'}
          </Badge>
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Edit ${article.question}`} onClick={() => setDialog('edit')}>
          <Pencil aria-hidden /> Edit
        </Button>
        <Button
          size="sm"
          tone="danger"
          aria-label={`Delete ${article.question}`}
          onClick={() => setDialog('delete')}
        >
          <Trash2 aria-hidden /> Delete
        </Button>
      </div>
      {dialog === 'edit' && <ArticleDialog article={article} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete help article"
          action="Delete article"
          onClose={close}
          onConfirm={() => remove.mutate(undefined)}
        >
          <p>{articlesCopy.confirmDelete}</p>
          <p className="mt-2 font-semibold wrap-anywhere">{article.question}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
