import type { Tally } from './use-import.ts';

/** Every row of the file is counted in one of the four. */
export function ImportOutcome({ tally, dropped }: { tally: Tally; dropped: number }) {
  const facts = [
    { term: 'Created', count: tally.created, text: 'are in the catalogue now' },
    { term: 'Skipped', count: tally.skipped, text: 'were there already' },
    { term: 'Errors', count: tally.errors.length, text: 'were refused' },
    { term: 'Dropped', count: dropped, text: 'had no ZIP code, city or state' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {facts.map(({ term, count, text }) => (
        <div key={term} className="grid content-start gap-0.5 rounded-xl bg-sunken px-4 py-3">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="text-2xl font-bold tracking-tight">{count.toLocaleString('en-US')}</dd>
          <dd className="text-xs text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
