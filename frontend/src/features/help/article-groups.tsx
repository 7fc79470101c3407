import type { HelpArticle } from '@closingwire/contracts/content-api';
import { ChevronDown } from 'lucide-react';
import { Accordion } from 'radix-ui';
import { Badge } from '../../ui/badge.tsx';
import { paragraphs } from './article-filter.ts';

/** Articles under their categories; one answer is open at a time. */
export function ArticleGroups({ groups }: { groups: [string, HelpArticle[]][] }) {
  return (
    <Accordion.Root type="single" collapsible className="grid gap-10 pt-8">
      {groups.map(([category, articles]) => (
        <section key={category} aria-label={category}>
          <h2 className="mb-3 flex items-center gap-2.5 text-lg font-semibold">
            {category} <Badge>{articles.length}</Badge>
          </h2>
          <div className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
            {articles.map(article => (
              <Article key={article.id} article={article} />
            ))}
          </div>
        </section>
      ))}
    </Accordion.Root>
  );
}

function Article({ article }: { article: HelpArticle }) {
  return (
    <Accordion.Item value={article.id}>
      <Accordion.Header>
        <Accordion.Trigger className="group flex w-full items-center justify-between gap-4 px-5 py-4 text-left font-medium -outline-offset-2 hover:bg-ink/3">
          {article.question}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-data-[state=open]:rotate-180"
          />
        </Accordion.Trigger>
      </Accordion.Header>
      <Accordion.Content className="grid gap-3 px-5 pb-5 text-pretty text-muted">
        {paragraphs(article.answer).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one answer never move
          <p key={index}>{paragraph}</p>
        ))}
      </Accordion.Content>
    </Accordion.Item>
  );
}
