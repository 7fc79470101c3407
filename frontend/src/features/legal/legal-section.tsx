import { TextLink } from '../../ui/text-link.tsx';
import type { PolicyBlock, PolicySection } from './privacy-policy.ts';

/** A section of a legal text. */
export function LegalSection({ title, blocks }: PolicySection) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{title}</h2>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: PolicyBlock }) {
  if ('text' in block) {
    return (
      <p className="mt-3 text-pretty">
        {block.text} {block.link && <TextLink to={block.link.to}>{block.link.label}</TextLink>}
      </p>
    );
  }
  return (
    <>
      {block.title && <h3 className="mt-4 font-medium">{block.title}</h3>}
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-accent-deep">
        {block.points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}
