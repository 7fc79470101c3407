/** What a mail server replied to a mail that it refused. */
export type Refusal = { command: string; code: number; response: string };

/** An enhanced status (RFC 3463) after the code, such as 5.1.1. */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/** RFC 3463 section 3.2 and RFC 7505: the address is wrong, has moved, or its domain takes no mail. */
const wrongAddress = /^5\.1\.(1|2|3|6|10)$/;
/** RFC 3463 section 3.3: the mailbox is disabled. A full mailbox (5.2.2) may be emptied. */
const disabledMailbox = '5.2.1';
/** Servers send these with every kind of refusal, so they mean nothing. */
const isVague = (status: string | undefined) => status === undefined || /^5\.(0|5)\.0$/.test(status);

/** RFC 5321 section 4.2.3: no such mailbox, user not local, mailbox name not allowed. */
const mailboxCodes = new Set([550, 551, 553]);

/** 550 stands also for 'rejected for policy reasons' (RFC 5321 section 4.2.3): then our server is refused, not the address. */
const aboutSender =
  /relay|authent|authori[sz]|denied|spam|block|black|reputation|polic|spf|dkim|dmarc|sender|helo|client|reverse|rate|quota|full|limit|\brbl|dnsbl|listed|rdns|\bptr|dynamic|too many|\bips?\b|tls/i;

/**
 * Whether a refusal proves that the address takes no mail. A refusal of the sender, the content or the amount of mail
 * proves nothing about the address, and would mark every address while our own set-up is wrong.
 */
export function isAddressRefused({ command, code, response }: Refusal): boolean {
  if (code < 500 || code > 599) return false;
  const status = ENHANCED.exec(response)?.[1];
  const isAboutUs = aboutSender.test(response);
  if (status !== undefined && (wrongAddress.test(status) || (status === disabledMailbox && !isAboutUs)))
    return command === 'RCPT TO' || command === 'DATA';
  return command === 'RCPT TO' && isVague(status) && mailboxCodes.has(code) && !isAboutUs;
}
