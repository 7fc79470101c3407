import { formatLongDay } from '../../lib/dates.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LegalSection } from './legal-section.tsx';
import { policy } from './privacy-policy.ts';

const head = {
  title: 'Privacy Policy | ClosingWire',
  description: 'What ClosingWire collects, why, with whom it is shared, and your choices.',
  keywords: 'privacy policy, data protection',
  path: '/privacy-policy',
};

export default function PrivacyPage() {
  return (
    <>
      <PageHead {...head} />
      <article className="mx-auto max-w-2xl px-4 py-14 sm:px-6">
        <h1 className="text-4xl font-bold tracking-tight">Privacy Policy</h1>
        <LastUpdated />
        {policy.map(section => (
          <LegalSection key={section.title} {...section} />
        ))}
        <section className="mt-10">
          <h2 className="text-xl font-semibold">Contact Us</h2>
          <p className="mt-3 text-pretty">
            Questions about this policy or your data? <TextLink to="/contact">Write to us</TextLink>.
          </p>
        </section>
      </article>
    </>
  );
}

/** Today. The prerendered page shows the day of the build until React runs. */
function LastUpdated() {
  const isHydrated = useMounted();
  // Hydration keeps the prerendered text. A new key replaces the element.
  return (
    <p key={String(isHydrated)} className="mt-3 text-muted" suppressHydrationWarning>
      Last updated: {formatLongDay(new Date())}
    </p>
  );
}
