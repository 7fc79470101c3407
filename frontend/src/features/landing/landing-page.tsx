import { AtSign, House, MapPinned, Sunrise, UserRound } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { agentFields, features, head, propertyFields } from './copy.ts';
import { Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { SampleList } from './sample-list.tsx';
import { StructuredData } from './structured-data.tsx';

export default function LandingPage() {
  return (
    <>
      <PageHead {...head} />
      <StructuredData />
      <Hero />
      <SampleList />
      <FeatureCards />
      <FieldLists />
      <Pricing />
      <FinalCall />
    </>
  );
}

export function FinalCall() {
  return (
    <section aria-labelledby="final-title" className="mx-auto max-w-7xl px-4 pt-28 sm:px-6">
      <div className="flex flex-col items-start gap-8 rounded-3xl bg-accent px-8 py-14 text-on-accent sm:px-14 lg:flex-row lg:items-center">
        <h2 id="final-title" className="flex-1 text-3xl font-bold tracking-tight sm:text-5xl">
          Be the first call after the closing.
        </h2>
        <ButtonLink to="/register" size="lg" className="border-0 bg-[#17181d]! text-white! hover:bg-black!">
          Get Started
        </ButtonLink>
      </div>
    </section>
  );
}

const icons = [Sunrise, MapPinned, AtSign];

export function FeatureCards() {
  return (
    <section id="features" aria-labelledby="features-title" className="mx-auto max-w-7xl px-4 pt-28 sm:px-6">
      <h2 id="features-title" className="max-w-2xl text-3xl font-bold tracking-tight sm:text-4xl">
        A closing tonight is a call tomorrow.
      </h2>
      <p className="mt-4 max-w-2xl text-lg text-pretty text-muted">
        An agent who has just closed has a fresh commission, a happy client and the next deal in mind. That is
        the week to reach them.
      </p>
      <div className="mt-12 grid gap-5 md:grid-cols-3">
        {features.map(({ title, text }, index) => {
          const Icon = icons[index] ?? Sunrise;
          return (
            <div key={title} className="rounded-2xl border border-line bg-surface p-7 shadow-card">
              <span className="grid size-11 place-items-center rounded-xl bg-accent text-on-accent">
                <Icon aria-hidden className="size-5" />
              </span>
              <h3 className="mt-6 text-xl font-semibold">{title}</h3>
              <p className="mt-2 text-pretty text-muted">{text}</p>
            </div>
          );
        })}
      </div>
    </section>
  );
}

const lists = [
  { title: 'Agent info', icon: UserRound, fields: agentFields },
  { title: 'Property transaction details', icon: House, fields: propertyFields },
];

export function FieldLists() {
  return (
    <section aria-labelledby="fields-title" className="mx-auto max-w-7xl px-4 pt-28 sm:px-6">
      <div className="grid gap-10 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="fields-title" className="text-3xl font-bold tracking-tight sm:text-4xl">
            Both sides of the deal in one row.
          </h2>
          <p className="mt-4 text-pretty text-muted">
            Compiled from public records: property transactions, MLS records and other public real estate
            databases.
          </p>
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          {lists.map(({ title, icon: Icon, fields }) => (
            <div key={title} className="rounded-2xl border border-line bg-surface p-7 shadow-card">
              <h3 className="flex items-center gap-3 text-lg font-semibold">
                <Icon aria-hidden className="size-5 text-accent-deep" />
                {title}
              </h3>
              <ul className="mt-4 divide-y divide-line text-sm">
                {fields.map(field => (
                  <li key={field} className="py-2.5">
                    {field}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
