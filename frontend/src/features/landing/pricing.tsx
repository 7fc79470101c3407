import { Check } from 'lucide-react';
import { pricePerZip } from '../../product/price-per-zip.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { audiences, pricingPoints } from './copy.ts';

export function Pricing() {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="mx-auto max-w-7xl px-4 pt-28 sm:px-6">
      <div className="grid overflow-hidden rounded-3xl border border-line bg-surface shadow-card lg:grid-cols-2">
        <div className="p-8 sm:p-12">
          <h2 id="pricing-title" className="text-3xl font-bold tracking-tight sm:text-4xl">
            One price. Per ZIP code.
          </h2>
          <p className="mt-4 max-w-md text-pretty text-muted">
            Start with one neighbourhood, grow to a county. You pay for the ZIP codes you keep, month by
            month.
          </p>
          <h3 className="mt-10 text-sm font-semibold">Made for people who serve agents</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {audiences.map(audience => (
              <li key={audience} className="rounded-full border border-line px-3 py-1 text-sm text-muted">
                {audience}
              </li>
            ))}
          </ul>
        </div>
        <div className="border-t border-line bg-accent-soft p-8 sm:p-12 lg:border-l lg:border-t-0">
          <p className="flex items-baseline gap-2">
            <span className="text-6xl font-bold tracking-tighter">{pricePerZip}</span>
            <span className="text-muted">per ZIP code per month</span>
          </p>
          <ul className="mt-8 grid gap-3">
            {pricingPoints.map(point => (
              <li key={point} className="flex gap-3">
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-deep" strokeWidth={2.5} />
                {point}
              </li>
            ))}
          </ul>
          <ButtonLink to="/register" tone="ink" size="lg" className="mt-10 w-full">
            Subscribe
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
