import { termsVersion } from '@closingwire/contracts/terms';
import { formatDay } from '../../lib/dates.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LegalSection } from './legal-section.tsx';
import { terms } from './terms-of-use.ts';

const head = {
  title: 'Terms of Use | ClosingWire',
  description: 'How you may use our lists, what you are responsible for, and what we promise you.',
  keywords: 'terms of use, do not call, TCPA, CAN-SPAM, FCRA',
  path: '/terms',
};

export default function TermsPage() {
  return (
    <>
      <PageHead {...head} />
      <article className="mx-auto max-w-2xl px-4 py-14 sm:px-6">
        <h1 className="text-4xl font-bold tracking-tight">Terms of Use</h1>
        <p className="mt-3 text-muted">Version of {formatDay(termsVersion)}</p>
        {terms.map(section => (
          <LegalSection key={section.title} {...section} />
        ))}
        <section className="mt-10">
          <h2 className="text-xl font-semibold">Questions</h2>
          <p className="mt-3 text-pretty">
            Is something here unclear? <TextLink to="/contact">Write to us</TextLink> before you rely on it.
          </p>
        </section>
      </article>
    </>
  );
}
