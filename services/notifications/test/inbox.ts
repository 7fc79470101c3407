import { type TestMessage, testMail, until } from '@closingwire/chassis/testing';

export const inboxOf = (address: string) => testMail().messagesTo(address);

/** Waits until `count` mails with this subject have arrived. */
export function mailsAbout(address: string, subject: string | RegExp, count = 1): Promise<TestMessage[]> {
  return until(async () => {
    const found = (await inboxOf(address)).filter(mail =>
      typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
    );
    return found.length >= count ? found : undefined;
  });
}
