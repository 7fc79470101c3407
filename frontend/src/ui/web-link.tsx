import { linkStyle } from './text-link.tsx';

/** A link to another site that opens in a new tab. Only http(s) addresses become links. */
export function WebLink({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a className={`${linkStyle} break-all`} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  );
}
