import { Clock } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CommonQuestions } from './common-questions.tsx';
import { ContactForm } from './contact-form.tsx';
import { head } from './copy.ts';

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
