import { formatLongDay } from '../../lib/dates.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type PolicyPart, type PolicySection, policy } from './privacy-policy.ts';

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
          <Section key={section.title} {...section} />
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

function Section({ title, parts }: PolicySection) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{title}</h2>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a policy never move
        <Part key={index} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { part: PolicyPart }) {
  if ('text' in part) {
    return (
      <p className="mt-3 text-pretty">
        {part.text} {part.link && <TextLink to={part.link.to}>{part.link.label}</TextLink>}
      </p>
    );
  }
  return (
    <>
      {part.title && <h3 className="mt-4 font-medium">{part.title}</h3>}
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-accent-deep">
        {part.points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}
