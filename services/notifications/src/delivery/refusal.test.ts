import { describe, expect, test } from 'vitest';
import { isAboutMailbox, isAddressRefused } from './refusal.ts';

const reply = (response: string, command = 'RCPT TO') => ({
  command,
  code: Number(response.slice(0, 3)),
  response,
});

describe('an address is refused', () => {
  test.each([
    ['Gmail', '550-5.1.1 The email account that you tried to reach does not exist.'],
    ['Gmail, disabled', '550 5.2.1 The email account that you tried to reach is disabled.'],
    [
      'Postfix',
      '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in local recipient table',
    ],
    ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['Outlook.com', '550 5.5.0 Requested action not taken: mailbox unavailable'],
    ['Exim', '550 Unrouteable address'],
    ['sendmail', '553 5.1.3 <ada@example>... Invalid host name'],
    ['a domain without mail', '556 5.1.10 Recipient address has null MX'],
    ['without a status', '550 no such user'],
    ['not local', '551 User not local; please try <bob@example.com>'],
    ['full in the address', '550 No such user <ann@fullertonrealty.com>'],
    ['client in the address', '550 <clients@acme.com>: no such user'],
    ['black in the address', '550 jack.blackwell@example.com... User unknown'],
    ['cPanel', '550 No Such User Here'],
    ['qmail', '553 sorry, no mailbox here by that name'],
    ['an invalid recipient', '550 Invalid recipient <ada@example.com>'],
    ['a mailbox in another order', "550 The mailbox you tried to reach doesn't exist"],
  ])('by %s: %s', (_server, response) => {
    expect(isAddressRefused(reply(response))).toBe(true);
  });

  test('after DATA, too, if the status is about the mailbox', () => {
    expect(isAddressRefused(reply('550 5.1.1 No such user', 'DATA'))).toBe(true);
  });
});

describe('an address is not refused', () => {
  test.each([
    ['relay', '554 5.7.1 <ada@example.com>: Relay access denied'],
    ['relay, Exim', '550 relay not permitted'],
    ['missing sign-in', '530 5.7.0 Authentication required'],
    ['wrong sign-in', '535 5.7.8 Authentication credentials invalid'],
    ['policy', '550 5.7.1 Service unavailable; client host blocked using Spamhaus'],
    ['policy without a status', '550 Blocked by our spam policy'],
    [
      'policy, GMX',
      '550-Requested action not taken: mailbox unavailable\n550 Reject due to policy restrictions.',
    ],
    ['an unverified address, SES', '554 Message rejected: Email address is not verified.'],
    ['DMARC', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
    ['full mailbox', '552 5.2.2 The email account that you tried to reach is over quota'],
    ['full mailbox without a status', '550 Mailbox full'],
    ['a block list', '550 203.0.113.9 is in an RBL'],
    ['a list of addresses', '550 listed at b.barracudacentral.org'],
    ['no reverse name', '550 No rDNS for your IP'],
    ['too many at once', '550 Too many recipients'],
    ['no TLS', '550 must issue a STARTTLS command first'],
    ['a rate', '550 5.2.1 The user is receiving mail at a rate that prevents delivery'],
    ['daily limit', '550 5.4.5 Daily user sending limit exceeded'],
    ['transaction', '554 Transaction failed'],
    ['any reason, Exim', '550 Administrative prohibition'],
    ['the content', '550 Message rejected'],
    ['junk', '550 JunkMail rejected'],
    ['our account', '550 Sending from this account is suspended'],
    ['our domain', '550 Domain of from address does not exist'],
    ['our address, Exim', '550 Verification failed for <hello@closingwire.com>\\nUnrouteable address'],
    ['our host', '550 Host not in allow-list'],
    ['relay, qmail', "553 sorry, that domain isn't in my list of allowed rcpthosts"],
    ['our plan', '550 Invalid recipient for a trial account; upgrade your plan'],
    ['our account at a provider', '550 Account suspended'],
    ['syntax', '501 5.5.4 Invalid arguments'],
    ['temporary', '450 4.2.1 Mailbox busy'],
  ])('for %s: %s', (_cause, response) => {
    expect(isAddressRefused(reply(response))).toBe(false);
  });

  test.each([
    ['552 5.2.2 Mailbox full', 'RCPT TO', true],
    ['552 5.2.3 Too large for this mailbox', 'DATA', true],
    ['550 5.7.1 Relay access denied', 'RCPT TO', false],
    ['552 5.2.2 Your mailbox is full', 'MAIL FROM', false],
  ])('while the refusal may be about the mailbox: %s after %s', (response, command, expected) => {
    expect(isAboutMailbox(reply(response, command))).toBe(expected);
  });

  test('when content or sender is refused', () => {
    expect(isAddressRefused(reply('550 no such user', 'DATA'))).toBe(false);
    expect(isAddressRefused(reply('550 5.1.1 Bad address', 'MAIL FROM'))).toBe(false);
  });
});
