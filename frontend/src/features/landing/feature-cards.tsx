import { AtSign, MapPinned, Sunrise } from 'lucide-react';
import { features } from './copy.ts';

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
