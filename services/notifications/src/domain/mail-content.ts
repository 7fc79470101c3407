/** A mail as its author thinks of it: plain text all through; both renderings are made from this. */
export type MailContent = {
  subject: string;
  /** The grey line that an inbox shows after the subject. */
  preview: string;
  heading: string;
  body: Block[];
  /** Why this person gets this mail; stands at the foot. */
  reason: string;
};

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  | { kind: 'quote'; text: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const quote = (text: string): Block => ({ kind: 'quote', text });
export const facts = (given: Record<string, string>): Block => ({
  kind: 'facts',
  facts: Object.entries(given).map(([name, value]) => ({ name, value })),
});
