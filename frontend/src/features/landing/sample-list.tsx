import { Download } from 'lucide-react';
import { formatUsd } from '../../lib/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { sampleRows } from './copy.ts';

const headers = ['Agent', 'Brokerage', 'Email', 'Mobile', 'Property', 'Price', 'Sold'];

export function SampleList() {
  return (
    <section aria-labelledby="sample-title" className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="overflow-hidden rounded-2xl border border-line bg-surface shadow-lift">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 bg-[#17181d] px-5 py-4 text-[#f6f5f1]">
          <span className="rounded-md bg-accent px-2 py-0.5 font-mono text-sm font-bold text-on-accent">
            90210
          </span>
          <h2 id="sample-title" className="font-semibold">
            Beverly Hills, CA
          </h2>
          <span className="text-sm text-[#c9c9cd]">Closed in the last 7 days</span>
          <ButtonLink to="/register" tone="accent" size="sm" className="ml-auto">
            <Download aria-hidden /> Export CSV
          </ButtonLink>
        </div>
        <ScrollFrame label="Sample list for ZIP code 90210">
          <table className="w-full min-w-[56rem] text-left text-sm">
            <thead className="border-b border-line text-xs text-muted">
              <tr>
                {headers.map(header => (
                  <th key={header} scope="col" className="px-5 py-2.5 font-medium last:text-right">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {sampleRows.map(row => (
                <tr key={row.agent}>
                  <th scope="row" className="whitespace-nowrap px-5 py-3.5 font-semibold">
                    {row.agent}
                  </th>
                  <td className="whitespace-nowrap px-5 py-3.5 text-muted">{row.brokerage}</td>
                  <td className="whitespace-nowrap px-5 py-3.5 text-muted">{row.email}</td>
                  <td className="whitespace-nowrap px-5 py-3.5 text-muted">{row.phone}</td>
                  <td className="whitespace-nowrap px-5 py-3.5 text-muted">{row.address}</td>
                  <td className="px-5 py-3.5 font-medium">{formatUsd(row.price)}</td>
                  <td className="whitespace-nowrap px-5 py-3.5 text-right text-muted">{row.sold}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
        <p className="border-t border-line bg-sunken px-5 py-3 text-xs text-muted">
          A sample with made-up agents. Subscribers see every name, number and address in full.
        </p>
      </div>
    </section>
  );
}
