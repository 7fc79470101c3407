import { createLog } from '@closingwire/chassis/log';
import { expect, test } from 'vitest';
import { type MailRequest, sendMail } from './send-mail.ts';

const log = createLog('test', 'silent');
const request: MailRequest = {
  mailId: '01936b3c-0000-7000-8000-000000000009',
  to: 'nora@example.com',
  mail: { template: 'confirm-email', firstName: 'Nora', link: 'https://example.com/confirm?token=secret' },
};

test('a task killed halfway hands over the same mail id', async () => {
  const handed: string[] = [];
  const task = sendMail(async ({ mailId }) => void handed.push(mailId), log);
  await task(request, { attempt: 1, maxAttempts: 10 });
  await task(request, { attempt: 2, maxAttempts: 10 });
  expect(new Set(handed)).toEqual(new Set([request.mailId]));
});

test('a failure is tried again until the last attempt', async () => {
  const task = sendMail(() => Promise.reject(new Error('away')), log);
  await expect(task(request, { attempt: 9, maxAttempts: 10 })).rejects.toThrow('away');
  await expect(task(request, { attempt: 10, maxAttempts: 10 })).resolves.toBeUndefined();
});
