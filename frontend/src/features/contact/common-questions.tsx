import { useQuery } from '@tanstack/react-query';
import { startOf } from '../../lib/start-of.ts';
import { helpArticlesQuery } from '../../product/help-articles.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EXCERPT_LENGTH, fixedQuestions, MAX_QUESTIONS } from './copy.ts';

/** The first help articles, or a fixed list without articles. */
export function CommonQuestions() {
  const { data: articles = [], isPending } = useQuery(helpArticlesQuery);
  const hasArticles = articles.length > 0;
  return (
    <Card className="p-6">
      <h2 className="text-lg font-semibold">Common Questions</h2>
      {isPending ? (
        <PendingQuestions />
      ) : hasArticles ? (
        <ul className="mt-4 grid gap-4 text-sm wrap-anywhere">
          {articles.slice(0, MAX_QUESTIONS).map(({ id, question, answer }) => (
            <li key={id}>
              <h3 className="font-medium">{question}</h3>
              <p className="mt-0.5 text-pretty text-muted">{startOf(answer, EXCERPT_LENGTH)}</p>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="mt-4 grid list-disc gap-2 pl-5 text-sm text-muted marker:text-accent-deep">
          {fixedQuestions.map(question => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
      {!isPending && (
        <TextLink to="/help" className="mt-5 inline-block text-sm">
          {hasArticles ? 'View all help articles' : 'Visit Help Center'}
        </TextLink>
      )}
    </Card>
  );
}

/** As high as the articles, to avoid a layout shift. */
function PendingQuestions() {
  return (
    <div className="mt-4 grid gap-4">
      {Array.from({ length: MAX_QUESTIONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these bars never move
        <div key={index} className="grid gap-1.5">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-14" />
        </div>
      ))}
    </div>
  );
}
