import { readFileSync } from 'node:fs';
import handlebars from 'handlebars';
import type { Block, LinkTo, MailContent } from './template.ts';

/** Text that is safe in a mail header: control characters, with them every line break, become spaces. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|[\u2028\u2029]/gu, ' ').trim();
}

export type Rendered = { subject: string; html: string; text: string };

/** Fills the space after the preview, so that an inbox does not show the first words of the body there. */
const filler = Array.from({ length: 40 });

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const pages = handlebars.create();
// Inside quotes '=' needs no entity, and many readers of mails undo no numeric ones.
pages.registerHelper(
  'link',
  (url: string) => new handlebars.SafeString(handlebars.escapeExpression(url).replaceAll('&#x3D;', '=')),
);
const html = pages.compile(source('layout.html.hbs'), { strict: false });
const text = handlebars.compile(source('layout.text.hbs'), { noEscape: true });

/** The foot of a mail that can be turned off: the pages where that is done, and where the sender is (CAN-SPAM). */
export type NoticeFooter = { settings: string; unsubscribe: string; postalAddress: string };

/**
 * Both parts of a mail. All of the content is taken as text: nothing in it can become markup. Without `footer` it is
 * a mail that nobody can turn off.
 */
export function render(content: MailContent, linkTo: LinkTo, footer?: NoticeFooter): Rendered {
  const subject = oneLine(content.subject);
  const view = {
    ...content,
    subject,
    body: content.body.map(viewOf),
    home: linkTo('/'),
    ...footer,
    filler,
  };
  return { subject, html: html(view), text: text(view) };
}

function viewOf(block: Block) {
  switch (block.kind) {
    case 'paragraph':
      return { ...block, isParagraph: true };
    case 'button':
      return { ...block, isButton: true };
    case 'facts':
      return { ...block, isFacts: true };
    case 'quote':
      return { ...block, isQuote: true, quoted: block.text.replace(/^/gm, '> ') };
  }
}
