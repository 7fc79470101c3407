import type { HelpArticle } from '@closingwire/contracts/content';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { paragraphs } from './article-filter.ts';

/**
 * Articles by category, one answer open at a time. Radix' accordion takes a slow phone 0.2 s for thirty articles,
 * because of its effects.
 */
export function ArticleGroups({ groups }: { groups: [string, HelpArticle[]][] }) {
  const [openId, setOpenId] = useState<string>();
  return (
    <div className="grid gap-10 pt-8">
      {groups.map(([category, articles]) => (
        <section key={category} aria-label={category}>
          <h2 className="mb-3 flex items-center gap-2.5 text-lg font-semibold">
            {category} <Badge>{articles.length}</Badge>
          </h2>
          <div className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
            {articles.map(article => (
              <Article
                key={article.id}
                article={article}
                isOpen={article.id === openId}
                onToggle={() => setOpenId(article.id === openId ? undefined : article.id)}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

type ArticleProps = { article: HelpArticle; isOpen: boolean; onToggle: () => void };

function Article({ article, isOpen, onToggle }: ArticleProps) {
  const questionId = `question-${article.id}`;
  const answerId = `answer-${article.id}`;
  return (
    <div>
      <h3>
        <button
          type="button"
          id={questionId}
          aria-expanded={isOpen}
          aria-controls={isOpen ? answerId : undefined}
          onClick={onToggle}
          className="group flex w-full items-center justify-between gap-4 px-5 py-4 text-left font-medium -outline-offset-2 hover:bg-ink/3"
        >
          {article.question}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180"
          />
        </button>
      </h3>
      {isOpen && (
        <section
          id={answerId}
          aria-labelledby={questionId}
          className="grid gap-3 px-5 pb-5 text-pretty wrap-anywhere text-muted"
        >
          {paragraphs(article.answer).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one answer never move
            <p key={index}>{paragraph}</p>
          ))}
        </section>
      )}
    </div>
  );
}
