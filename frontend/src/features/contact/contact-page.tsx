import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { startOf } from '../../lib/start-of.ts';
import { helpArticlesQuery } from '../../product/help-articles.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ContactForm } from './contact-form.tsx';
import { EXCERPT_LENGTH, fixedQuestions, head, MAX_QUESTIONS } from './copy.ts';

export default function ContactPage() {
  return (
    <>
      <PageHead {...head} />
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6">
        <h1 className="text-4xl font-bold tracking-tight">Contact Us</h1>
        <p className="mt-3 max-w-2xl text-lg text-pretty text-muted">
          A question before you start, a wrong number in a list, an invoice: tell us.
        </p>
        <div className="mt-10 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <Card className="p-6 sm:p-8">
            <ContactForm />
          </Card>
          <div className="grid gap-6">
            <Card className="flex gap-4 p-6">
              <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-deep" />
              <div>
                <h2 className="text-lg font-semibold">Response Time</h2>
                <p className="mt-1 text-sm text-pretty text-muted">
                  Replies come within 24 hours on business days. For urgent matters, put URGENT in the
                  subject.
                </p>
              </div>
            </Card>
            {/* Last, because it grows when the articles load. */}
            <CommonQuestions />
          </div>
        </div>
      </div>
    </>
  );
}

/** The first help articles, or a fixed list without articles. */
function CommonQuestions() {
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
