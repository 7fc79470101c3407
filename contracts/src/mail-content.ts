import type { UserOrigin } from './notifications.ts';

/** A mail as plain text in blocks, from which its HTML and text parts are rendered. */
export type MailContent = {
  subject: string;
  /** The gray line that an inbox shows after the subject. */
  preview: string;
  heading: string;
  body: Block[];
  /** Why the user gets this mail; shown at the foot. */
  reason: string;
};

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  | { kind: 'quote'; text: string }
  | {
      kind: 'contact';
      name: string;
      /** A page about the agent. */
      url?: string;
      lines: string[];
      links: { label: string; url: string }[];
    };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const quote = (text: string): Block => ({ kind: 'quote', text });

/** A named agent with lines about them, and links that call or write. */
export const contact = (about: Omit<Extract<Block, { kind: 'contact' }>, 'kind'>): Block => ({
  kind: 'contact',
  ...about,
});
export const facts = (given: Record<string, string>): Block => ({
  kind: 'facts',
  facts: Object.entries(given).map(([name, value]) => ({ name, value })),
});

/** A heading that ends with the first name. Accounts made through the wire protocol have none. */
export const greet = (words: string, firstName: string): string =>
  firstName.trim() === '' ? words : `${words}, ${firstName}`;

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** 'March 5, 2026 at 9:30 AM UTC' */
export const instantText = (instant: string): string => `${instantFormat.format(new Date(instant))} UTC`;

/**
 * Facts about an action: `more`, the browser and network address, and the time. Without `from`, an administrator's
 * action, it leaves the origin out.
 */
export const whereAndWhen = (
  from: UserOrigin | undefined,
  at: string,
  more: Record<string, string> = {},
): Block =>
  facts({
    ...more,
    ...(from && { Browser: from.device, 'Network address': from.address }),
    Time: instantText(at),
  });
