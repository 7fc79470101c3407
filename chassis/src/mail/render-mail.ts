import { readFileSync } from 'node:fs';
import type { Block, MailContent } from '@closingwire/contracts/mail-content';
import handlebars from 'handlebars';

/** Replaces control characters, and so line breaks, by spaces: safe in a mail header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+|[\u2028\u2029]/gu, ' ').trim();
}

export type RenderedMail = { subject: string; html: string; text: string };

/** Invisible text after the preview, so that an inbox does not show the first words of the body. */
const filler = Array.from({ length: 40 });

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const pages = handlebars.create();
// In quotes '=' needs no entity, and many mail programs do not decode numeric ones.
pages.registerHelper(
  'link',
  (url: string) => new handlebars.SafeString(handlebars.escapeExpression(url).replaceAll('&#x3D;', '=')),
);
const html = pages.compile(source('layout.html.hbs'), { strict: false });
const text = handlebars.compile(source('layout.text.hbs'), { noEscape: true });

/** Only for mails that users can turn off: links to do so, and the sender's postal address (CAN-SPAM). */
export type NoticeFooter = { settings: string; unsubscribe: string; postalAddress: string };

/** Renders a mail. All content is text: none of it can become markup. */
export function renderMail(content: MailContent, home: string, footer?: NoticeFooter): RenderedMail {
  const subject = oneLine(content.subject);
  const view = { ...content, subject, body: content.body.map(viewOf), home, ...footer, filler };
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
    case 'contact':
      return { ...block, isContact: true };
  }
}
