/** A mail server's reply that refuses a mail. */
export type Refusal = { command: string; code: number; response: string };

/** Matches the enhanced status (RFC 3463) after the reply code, such as 5.1.1. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

const statusOf = ({ response }: Refusal) => ENHANCED.exec(response)?.[1];

/** Matches a wrong or moved address, or a domain that takes no mail (RFC 3463 section 3.2, RFC 7505). */
const wrongAddress = /^5\.1\.(1|2|3|6|10)$/;
/** The mailbox is disabled (RFC 3463 section 3.3). A full one (5.2.2) does not count: its owner may empty it. */
const disabledMailbox = '5.2.1';
/** Returns true for a status that servers send with any refusal: it gives no reason. */
const isVague = (status: string | undefined) => status === undefined || /^5\.(0|5)\.0$/.test(status);

/** Reply codes for: no such mailbox, user not local, mailbox name not allowed (RFC 5321 section 4.2.3). */
const mailboxCodes = new Set([550, 551, 553]);

const MAILBOX = '(?:users?|mailbox|recipients?|addressee|account|address|local[ -]part)';
/** Replies about a missing mailbox. 550 alone may also be 'rejected for policy reasons' (RFC 5321 section 4.2.3). */
const noSuchMailbox = new RegExp(
  [
    `\\b(?:no such|unknown|unrout(?:e)?able) ${MAILBOX}\\b`,
    `\\b${MAILBOX}(?: \\w+){0,5}? (?:unknown|unavailable|not found|not local|(?:does not|doesn't) exist)\\b`,
    `\\bno mailbox (?:here|by that name)\\b`,
    // Without this end, it would match 'Invalid recipient for a trial account', which is about our account.
    `\\binvalid (?:recipient|mailbox)(?: address)?\\s*(?:$|[.:;,(\\n])`,
  ].join('|'),
  'i',
);

/** Words in replies about the sender, the content or the amount of mail. */
const aboutSender =
  /\b(?:relay\w*|authent\w*|authori[sz]\w*|denied|spam|block\w*|black\w*|reputation|polic\w*|spf|dkim|dmarc|from|send\w*|helo|client|host|domain|reverse|rates?|quota|full|limit\w*|rbl|dnsbl|listed|rdns|ptr|dynamic|too many|ips?|tls|verif\w*|plan)\b/i;

/** Removes addresses from a reply, because their words could match. */
const withoutAddresses = (response: string) =>
  response.replace(/<[^<>]*>|\S+@\S+/g, ' ').replace(/[ \t]+/g, ' ');

/**
 * Returns true if the refusal proves that the address accepts no mail. Refusals of the sender, the content or the amount of
 * mail do not: with a wrong set-up they would mark every address.
 */
export function isAddressRefused(refusal: Refusal): boolean {
  const { command, code } = refusal;
  if (code < 500 || code > 599) return false;
  const status = statusOf(refusal);
  const text = withoutAddresses(refusal.response);
  const isAboutUs = aboutSender.test(text);
  if (status !== undefined && (wrongAddress.test(status) || (status === disabledMailbox && !isAboutUs)))
    return command === 'RCPT TO' || command === 'DATA';
  const mayBe = command === 'RCPT TO' && isVague(status) && mailboxCodes.has(code);
  return mayBe && noSuchMailbox.test(text) && !isAboutUs;
}

/** Returns true if the refusal is about the mailbox, such as a full one. */
export const isAboutMailbox = (refusal: Refusal): boolean =>
  refusal.command !== 'MAIL FROM' && /^5\.2\.[1-4]$/.test(statusOf(refusal) ?? '');
