import { isIndexed } from '@closingwire/contracts/pages';
import { siteOrigin } from '../lib/site-origin.ts';

const SHARE_IMAGE = '/og-image.jpg';

export type PageHeadProps = {
  title: string;
  description: string;
  keywords: string;
  path: string;
  /** Whether search engines may list the page; by default as in the table of pages. */
  isListed?: boolean;
};

/** Title, description, share tags, canonical URL and robots tag. React moves them into the head. */
export function PageHead({ title, description, keywords, path, isListed = isIndexed(path) }: PageHeadProps) {
  const address = siteOrigin + path;
  const image = siteOrigin + SHARE_IMAGE;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <meta name="robots" content={isListed ? 'index, follow' : 'noindex, nofollow'} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="ClosingWire" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={image} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
    </>
  );
}
