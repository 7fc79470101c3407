import type { AdminArticle } from '@closingwire/contracts/screen-api';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { startOf } from '../../../lib/start-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ArticleDialog } from './article-dialog.tsx';
import { articlesCopy } from './copy.ts';
import { useDeleteArticle } from './queries.ts';

const PREVIEW_LENGTH = 150;

export function ArticleRow({ article }: { article: AdminArticle }) {
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
