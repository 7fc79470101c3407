import { AppError } from '@closingwire/chassis/app-error';
import { createLog } from '@closingwire/chassis/log';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type MailToSend, sendMailJob } from './mails.ts';
import { sendMail } from './send-mail.ts';

const log = createLog('test', 'silent');
const start = new Date('2026-03-01T08:00:00Z');
const once = { attempt: 1, maxAttempts: 25 };
const request: MailToSend = {
  mailId: '01936b3c-0000-7000-8000-000000000009',
  to: 'nora@example.com',
  mail: { template: 'confirm-email', firstName: 'Nora', link: 'https://example.com/confirm?token=secret' },
};

const jobOf = (needs: Parameters<typeof sendMail>[0]) => sendMailJob.handledBy(sendMail(needs));

/** Runs the job and its repetitions to the end; returns the pauses in milliseconds. */
async function pausesUntilGivenUp(error: Error): Promise<number[]> {
  let now = start;
  let next: object | undefined = { ...request, askedAt: start.toISOString() };
  const pauses: number[] = [];
  const { task } = jobOf({
    send: () => Promise.reject(error),
    async again(job, runAt) {
      pauses.push(runAt.getTime() - now.getTime());
      now = runAt;
      next = job;
    },
    clock: () => now,
    log,
  });
  while (next) {
    const job: object = next;
    next = undefined;
    await task(job, once);
  }
  return pauses;
}

test('a repeated job sends the same mail id', async () => {
  const sent: string[] = [];
  const send = async ({ mailId }: MailToSend) => void sent.push(mailId);
  const { task } = jobOf({ send, again: async () => {}, clock: () => start, log });
  await task(request, once);
  await task(request, { ...once, attempt: 2 });
  expect(sent).toEqual([request.mailId, request.mailId]);
});

/** The schema of the previous version of notifications, which refuses other mails with 400. */
const earlierChangeMail = z.object({
  template: z.literal('account-changed'),
  firstName: z.string(),
  change: z.enum(['password-changed']),
  device: z.string().optional(),
  address: z.string().optional(),
  at: z.iso.datetime(),
  actionLink: z.url(),
  sessionsLink: z.url(),
});

const origin = { device: 'Firefox on Windows', address: '192.0.2.7' };
const settings = 'https://example.com/settings#sessions';

test.each([
  ['this version', { from: origin, settingsLink: settings }],
  ['the previous version', { ...origin, sessionsLink: settings }],
])('both versions read a mail about a changed account from %s', async (_version, names) => {
  const mail = {
    template: 'account-changed',
    firstName: 'Nora',
    change: 'password-changed',
    at: start.toISOString(),
    actionLink: 'https://example.com/forgot-password',
    ...names,
  };
  const sent: unknown[] = [];
  const send = async (given: MailToSend) => void sent.push(given.mail);
  const { task } = jobOf({ send, again: async () => {}, clock: () => start, log });
  await task({ ...request, mail }, once);
  expect(sent).toEqual([expect.objectContaining({ from: origin, settingsLink: settings })]);
  expect(earlierChangeMail.parse(sent[0])).toMatchObject({ ...origin, sessionsLink: settings });
});

test('pauses between tries grow to half a minute', async () => {
  const pauses = await pausesUntilGivenUp(new Error('away'));
  expect(pauses[0]).toBeLessThanOrEqual(1_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
});

test('a mail is given up after four hours', async () => {
  const pauses = await pausesUntilGivenUp(new Error('away'));
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(4);
  expect(hours).toBeLessThan(4.1);
});

test('a refused mail is given up at once', async () => {
  expect(await pausesUntilGivenUp(new AppError('invalid', 'invalid_input', 'No such address'))).toEqual([]);
});
