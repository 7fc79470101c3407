import { callInternal } from '@closingwire/chassis/http-client';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { testPatience } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { digestReady } from '@closingwire/contracts/digest';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openedInTest } from './opened-in-test.ts';
import { scriptedSmtpServer } from './scripted-smtp-server.ts';
import type { RunningNotifications } from './start-notifications.ts';
import { anOffer, aUser } from './states.ts';

const HOUR_MS = 3_600_000;
const { start } = openedInTest();

const deferred = () => '450 4.2.0 Greylisted';

/** Starts notifications with a mail server that replies so, and a clock that the test moves. */
async function startWith(script: Parameters<typeof scriptedSmtpServer>[0]) {
  const server = await scriptedSmtpServer(script);
  onTestFinished(server.close);
  let passedMs = 0;
  const running = await start({ SMTP_URL: server.url, clock: () => new Date(Date.now() + passedMs) });
  const user = aUser();
  await running.emit(userRegistered, user);
  await until(
    async () => (await running.database.query(sql`select from users where id = ${user.id}`)).rowCount === 1,
  );
  const passHours = (hours: number) => {
    passedMs = hours * HOUR_MS;
  };
  return { running, user, passHours, server };
}

const aDigest = (accountId: string) => ({
  ...{ id: newId(), version: 1, accountId, frequency: 'daily' as const, timeZone: 'America/Chicago' },
  since: new Date(Date.now() - 24 * HOUR_MS).toISOString(),
  through: new Date().toISOString(),
  newAgents: 1,
  newDeals: 0,
  agents: [
    {
      ...{ agentId: newId(), fullName: 'Ann Lee', brokerageName: null, news: 'agent' as const, deals: 1 },
      ...{ total: null, side: null, email: 'ann@example.com', phone: '(206) 555-0142', sources: [] },
      mustNotCall: false,
    },
  ],
});

/** When an offer ends. */
const endsAt = new Date(Date.now() + 24 * HOUR_MS).toISOString();

type Stored = { id: string; state: string; data: object; emptied: boolean; attempts: number };

/** Waits until a mail of the template fulfils the condition. */
const mailThat = (
  { database }: RunningNotifications,
  template: string,
  condition: (mail: Stored) => boolean,
): Promise<Stored> =>
  until(async () => {
    const { rows } = await database.query<Stored>(
      sql`select id, state, data, attempts, emptied_at is not null as emptied from mails where template = ${template}`,
    );
    return rows.find(condition);
  });

const hasState = (state: string) => (mail: Stored) => mail.state === state;
const wasTried = ({ attempts, state }: Stored) => attempts > 0 && state === 'waiting';

async function replay({ service, identity }: RunningNotifications, id: string) {
  const token = await identity.tokenFor({ isAdmin: true });
  const admin = callInternal(notificationsApi, {
    url: service.http.url,
    token: async () => token,
    ...testPatience,
  });
  return admin.replayMail({ id });
}

describe('a digest', () => {
  test('that waits for a day and a half is skipped and loses the contacts of its agents', async () => {
    const { running, user, passHours } = await startWith(deferred);
    await running.emit(digestReady, aDigest(user.id));
    await mailThat(running, 'digest', wasTried);
    passHours(36);
    expect(await mailThat(running, 'digest', hasState('skipped'))).toMatchObject({ data: {}, emptied: true });
  });

  test('with an unknown outcome loses the contacts of its agents and is not sent again', async () => {
    const { running, user } = await startWith('break off');
    await running.emit(digestReady, aDigest(user.id));
    const mail = await mailThat(running, 'digest', hasState('unknown'));
    expect(mail).toMatchObject({ data: {}, emptied: true });
    await expect(replay(running, mail.id)).rejects.toMatchObject({ code: 'mail_not_replayable' });
  });
});

describe('an offer of a ZIP', () => {
  test('that has ended before it could be sent is skipped', async () => {
    const { running, user, passHours, server } = await startWith(deferred);
    await running.emit(zipOffered, anOffer(user.id, { endsAt }));
    await mailThat(running, 'zip-offer', wasTried);
    passHours(24);
    const mail = await mailThat(running, 'zip-offer', hasState('skipped'));
    expect(mail).toMatchObject({ data: {}, emptied: true });
    expect(server.taken()).toBe(0);
  });

  test('whose outcome is unknown is sent again, unlike a digest', async () => {
    const { running, user, server } = await startWith('break off');
    await mailThat(running, 'welcome', hasState('unknown'));
    await running.emit(digestReady, aDigest(user.id));
    await mailThat(running, 'digest', hasState('unknown'));
    await running.emit(zipOffered, anOffer(user.id, { endsAt }));
    expect(await mailThat(running, 'zip-offer', hasState('unknown'))).toMatchObject({ attempts: 3 });
    expect(server.taken()).toBe(5);
  });
});
