import { Check } from 'lucide-react';
import { ButtonLink, buttonStyle } from '../../ui/button.tsx';
import { hero } from './copy.ts';

export function Hero() {
  return (
    <section className="relative overflow-hidden">
      <RoofLine />
      <div className="relative mx-auto max-w-7xl px-4 pb-14 pt-16 sm:px-6 sm:pt-24">
        <p className="mb-5 inline-flex items-center gap-2.5 text-sm font-semibold text-accent-deep">
          <span aria-hidden className="h-0.5 w-8 bg-accent" />
          {hero.kicker}
        </p>
        <h1 className="max-w-4xl text-5xl font-bold leading-[1.03] tracking-[-0.035em] sm:text-7xl">
          {hero.title}
        </h1>
        <p className="mt-6 max-w-2xl text-lg text-pretty text-muted sm:text-xl">{hero.lead}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to="/register" tone="accent" size="lg">
            Get Started
          </ButtonLink>
          <a href="#features" className={buttonStyle({ size: 'lg' })}>
            See How It Works
          </a>
        </div>
        <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
          {hero.promises.map(promise => (
            <li key={promise} className="flex items-center gap-2">
              <Check aria-hidden className="size-4 text-accent-deep" strokeWidth={2.5} />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One wire that draws the roofs of a street. */
function RoofLine() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 260"
      preserveAspectRatio="xMaxYMax slice"
      className="pointer-events-none absolute inset-x-0 bottom-0 h-64 w-full text-ink/10"
    >
      <path
        d="M0 250h520v-70l55-48 55 48v70h60V150l70-60 70 60v100h40v-84l44-40 44 40v84h50V120l66-56 66 56v130h60"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="1000" cy="64" r="0" fill="currentColor" />
    </svg>
  );
}
