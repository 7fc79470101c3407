import { House, UserRound } from 'lucide-react';
import { agentFields, propertyFields } from './copy.ts';

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
