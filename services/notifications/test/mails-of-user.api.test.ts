import { callInternal } from '@closingwire/chassis/http-client';
import { newId } from '@closingwire/chassis/ids';
import { testPatience } from '@closingwire/chassis/test-service';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { expect, test } from 'vitest';
import { clientOf, confirmation, someAddress } from './asked-mails.ts';
import { openedInTest } from './opened-in-test.ts';

const { start } = openedInTest();

test('the mail log is narrowed to the mails of one user', async () => {
  const running = await start();
  const { url } = running.service.http;
  const client = clientOf({ url, config: running.config });
  const [own, others] = [confirmation(someAddress()), confirmation(someAddress())];
  for (const asked of [own, others]) await client.sendMail(asked);
  const userId = newId();
  await running.database.query('update mails set user_id = $1 where id = $2', [userId, own.mailId]);
  const token = await running.identity.tokenFor({ isAdmin: true });
  const admin = callInternal(notificationsApi, { url, token: async () => token, ...testPatience });
  const idsOf = async (query: { userId?: string; search?: string }) => {
    const { mails, total } = await admin.listMails(query);
    expect(total).toBe(mails.length);
    return mails.map(({ id }) => id);
  };
  expect(await idsOf({ userId })).toEqual([own.mailId]);
  expect(await idsOf({ userId, search: others.to })).toEqual([]);
  expect(await idsOf({ search: others.to })).toEqual([others.mailId]);
  expect(await idsOf({ userId: newId() })).toEqual([]);
});
