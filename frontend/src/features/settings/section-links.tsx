import { Link } from 'react-router-dom';

type SectionLinksProps = { sections: readonly { id: string; title: string }[] };

/** The way down a long page. */
export function SectionLinks({ sections }: SectionLinksProps) {
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          replace
          className="shrink-0 rounded-full border border-line bg-surface px-3 py-1.5 text-sm font-medium text-muted transition-colors hover:border-line-strong hover:text-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
