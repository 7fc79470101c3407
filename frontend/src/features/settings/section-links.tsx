import { Link } from 'react-router-dom';

type SectionLinksProps = { sections: readonly { id: string; title: string }[] };

/** The way down a long page. */
export function SectionLinks({ sections }: SectionLinksProps) {
  return (
    <nav aria-label="Settings" className="flex flex-wrap gap-2">
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          replace
          className="rounded-full border border-line bg-surface px-3 py-1.5 text-sm font-medium text-muted transition-colors hover:border-line-strong hover:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
