import { newId } from '@closingwire/chassis/ids';
import { changesNamedIn, until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { contactMessageReceived, settingChanged } from '@closingwire/contracts/content';
import type { EventData } from '@closingwire/contracts/event';
import { articleCategories } from '@closingwire/contracts/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContent, type TestContent } from './start-content.ts';

let content: TestContent;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

const draft = { question: 'Is it raining?', answer: 'Look outside.', category: 'Technical Support' } as const;

describe('help articles', () => {
  it('are seeded in every category', async () => {
    row('entity/help-article', 'constant/article-categories');
    const articles = await content.visitor.listArticles();
    expect(Object.keys(articles[0] ?? {}).toSorted()).toEqual(['answer', 'category', 'id', 'question']);
    expect([...new Set(articles.map(({ category }) => category))].toSorted()).toEqual([
      'API & Integrations',
      'Account Settings',
      'Billing & Subscriptions',
      'Getting Started',
      'Lead Data',
      'Technical Support',
      'ZIP Code Management',
    ]);
    for (const category of articleCategories) {
      expect(articles.filter(article => article.category === category).length).toBeGreaterThanOrEqual(3);
    }
    expect(articles[0]?.question).toBe('What is ClosingWire, and who is it for?');
  });

  it('are public once published', async () => {
    row('state/article-published', 'call/get-help-articles');
    const { id } = await content.admin.createArticle(draft);
    expect((await content.visitor.listArticles()).map(article => article.id)).not.toContain(id);
    await content.admin.updateArticle({ id, ...draft, isPublished: true });
    expect(await content.visitor.listArticles()).toContainEqual({ id, ...draft });
    const { articles } = await content.admin.listAllArticles();
    expect(articles.find(article => article.id === id)).toMatchObject({ ...draft, isPublished: true });
  });

  it('are created, listed, changed and deleted by admins', async () => {
    row('call/admin-help-articles');
    const { id } = await content.admin.createArticle({ ...draft, isPublished: true });
    const found = async () => (await content.admin.listAllArticles()).articles.find(each => each.id === id);
    expect(await found()).toEqual({ id, ...draft, isPublished: true, createdAt: expect.any(String) });
    await content.admin.updateArticle({ id, ...draft, answer: 'It is.', isPublished: false });
    expect(await found()).toMatchObject({ ...draft, answer: 'It is.', isPublished: false });
    await content.admin.deleteArticle({ id });
    expect(await found()).toBeUndefined();
  });

  it('stay deleted after a restart', async () => {
    const [seeded] = (await content.visitor.listArticles()).toReversed();
    const id = seeded?.id ?? '';
    await content.admin.deleteArticle({ id });
    await expect(content.admin.deleteArticle({ id })).rejects.toMatchObject({ code: 'article_unknown' });

    const second = await content.start();
    for (const part of second.parts.toReversed()) await part.stop();
    expect((await content.visitor.listArticles()).map(article => article.id)).not.toContain(id);
  });

  it('are changed only by admins', async () => {
    await expect(content.user.createArticle(draft)).rejects.toMatchObject({ kind: 'missing' });
    await expect(content.visitor.createArticle(draft)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('treat an id as text, not as an operator', async () => {
    const strange = '{"$gt":""}';
    await expect(content.admin.deleteArticle({ id: strange })).rejects.toMatchObject({ kind: 'missing' });
  });
});

describe('a contact message', () => {
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How do I start?' };

  it('is published with all its fields', async () => {
    row('entity/contact-payload', 'call/post-contact');
    const received = await content.listen(contactMessageReceived);
    await content.visitor.sendContactMessage(message);
    const event = await until(() => received[0]);
    expect(event.data).toMatchObject({ ...message, version: 1 });
  });

  it.each(['name', 'email', 'subject', 'message'])('requires %s', async field => {
    await expect(content.visitor.sendContactMessage({ ...message, [field]: ' ' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('the messages of a user', () => {
  const from = (email: string, subject: string) =>
    content.visitor.sendContactMessage({ name: 'Grace', email, subject, message: 'Hello?' });
  const exported = async (email: string) =>
    (await content.auth.exportUser({ userId: newId(), email })) as { messages: { subject: string }[] };
  /** Publishes a user's deletion, then a second one in the same partition. When the second is handled, so is the first. */
  async function deleted(change: Partial<EventData<typeof userDeleted>>): Promise<void> {
    const id = change.id ?? newId();
    const marker = `marker-${newId()}@example.com`;
    await from(marker, 'Marker');
    const data = { id, version: 2, deletedAt: new Date().toISOString(), ...change };
    await content.bus.send(userDeleted, [
      { data },
      { data: { id, version: 3, deletedAt: new Date().toISOString(), email: marker } },
    ]);
    await until(async () => (await exported(marker)).messages.length === 0);
  }

  it('are in the export, whatever the case of the address', async () => {
    await from('grace@example.com', 'First');
    await from('Grace@Example.com', 'Second');
    await from('other@example.com', 'Third');
    const { messages } = await exported('grace@example.com');
    expect(messages).toMatchObject([{ subject: 'First' }, { subject: 'Second' }]);
  });

  it('are deleted by an event delivered twice', async () => {
    await from('gone@example.com', 'First');
    await from('stays@example.com', 'Second');
    const deletion = { version: 2, deletedAt: new Date().toISOString() };
    const gone = { id: newId(), data: { id: newId(), ...deletion, email: 'gone@example.com' } };
    await content.bus.send(userDeleted, [gone, gone]);
    const unnamed = { data: { id: newId(), ...deletion } };
    await content.bus.send(userDeleted, [unnamed]);
    await until(async () => JSON.stringify(await exported('gone@example.com')) === '{"messages":[]}');
    expect((await exported('stays@example.com')).messages).toHaveLength(1);
  });

  it('are deleted for former addresses until they changed', async () => {
    await from('left@example.com', 'First');
    await from('passed-on@example.com', 'Second');
    const before = new Date().toISOString();
    await from('Passed-on@example.com', 'By the next owner');
    await deleted({
      email: 'last@example.com',
      formerEmails: [
        { email: 'left@example.com', before: new Date().toISOString() },
        { email: 'passed-on@example.com', before },
      ],
    });
    expect((await exported('left@example.com')).messages).toEqual([]);
    expect((await exported('passed-on@example.com')).messages).toMatchObject([
      { subject: 'By the next owner' },
    ]);
  });

  it('stay when an earlier deletion is replayed', async () => {
    const deletion = { email: 'back@example.com', deletedAt: new Date().toISOString() };
    await deleted(deletion);
    await from('back@example.com', 'Here again');
    await deleted(deletion);
    expect((await exported('back@example.com')).messages).toMatchObject([{ subject: 'Here again' }]);
  });

  it('belong to the signed-in user, not to the typed address', async () => {
    const id = newId();
    const text = { name: 'Grace', subject: 'Signed in', message: 'Hello?' };
    await content.as({ id }).sendContactMessage({ ...text, email: 'typed@example.com' });
    await from('typed@example.com', 'By another user');
    expect(await content.auth.exportUser({ userId: id, email: 'grace2@example.com' })).toMatchObject({
      messages: [{ subject: 'Signed in' }],
    });
    expect((await exported('typed@example.com')).messages).toMatchObject([{ subject: 'By another user' }]);
    await deleted({ id, email: 'grace2@example.com' });
    expect(await content.auth.exportUser({ userId: id, email: 'grace2@example.com' })).toEqual({
      messages: [],
    });
    expect((await exported('typed@example.com')).messages).toHaveLength(1);
  });
});

describe('a setting', () => {
  const url = {
    key: 'initial_scrape_webhook_url',
    value: 'https://example.com/hook',
    description: 'Webhook',
  } as const;

  it('is stored and published with a rising version', async () => {
    row('entity/setting', 'call/get-admin-settings', 'call/post-admin-settings');
    const received = await content.listen(settingChanged);
    await content.admin.putSetting(url);
    await content.admin.putSetting({ ...url, value: 'https://example.com/other' });
    const { settings } = await content.admin.listSettings();
    expect(settings).toContainEqual({ ...url, value: 'https://example.com/other', isDefault: false });
    await until(() => received.length >= 2);
    expect(received.map(event => event.data)).toEqual([
      { key: url.key, version: 1, value: url.value },
      { key: url.key, version: 2, value: 'https://example.com/other' },
    ]);
  });

  it('is reset to its default, which is published', async () => {
    const received = await content.listen(settingChanged);
    await content.admin.putSetting({ key: 'api_user_id_bearer', value: 'false', description: '' });
    const reset = { key: 'api_user_id_bearer', value: 'true', description: '', isDefault: true };
    expect(await content.admin.resetSetting({ key: 'api_user_id_bearer' })).toEqual(reset);
    expect((await content.admin.listSettings()).settings).toContainEqual(reset);
    const changes = () => received.filter(event => event.data.key === 'api_user_id_bearer');
    await until(() => changes().length >= 2);
    expect(changes().map(event => event.data)).toEqual([
      { key: 'api_user_id_bearer', version: 1, value: 'false' },
      { key: 'api_user_id_bearer', version: 2, value: 'true', isDefault: true },
    ]);
  });

  it('has its default while unset', async () => {
    const fresh = await startContent();
    const { settings } = await fresh.admin.listSettings();
    await fresh.stop();
    expect(settings.map(({ key, value, isDefault }) => [key, value, isDefault])).toEqual([
      ['initial_scrape_webhook_url', '', true],
      ['STRIPE_TEST_MODE', 'true', true],
      ['api_user_id_bearer', 'true', true],
      ['cost_of_1000_emails', '0', true],
      ['cost_of_1000_rows', '0', true],
    ]);
  });

  it('loses no concurrent change', async () => {
    const received = await content.listen(settingChanged);
    const values = ['true', 'false', 'true', 'false', 'true'];
    await Promise.all(
      values.map(value => content.admin.putSetting({ key: 'STRIPE_TEST_MODE', value, description: '' })),
    );
    const ofMode = () => received.filter(event => event.data.key === 'STRIPE_TEST_MODE');
    await until(() => ofMode().length >= values.length);
    expect(
      ofMode()
        .map(event => event.data.version)
        .toSorted(),
    ).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses an invalid value', async () => {
    await expect(
      content.admin.putSetting({ key: 'STRIPE_TEST_MODE', value: 'maybe', description: '' }),
    ).rejects.toMatchObject({ code: 'bad_setting' });
    await expect(content.admin.putSetting({ ...url, value: 'javascript:alert(1)' })).rejects.toMatchObject({
      code: 'bad_setting',
    });
  });
});

it('changes by admins are named for the audit log', async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${content.url}/api/admin/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await content.adminToken()}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(reply.ok, await reply.clone().text()).toBe(true);
    return { changes: changesNamedIn(reply), body: (await reply.json()) as { id: string } };
  };
  const mode = (value: string) => ask('POST', 'settings', { key: 'STRIPE_TEST_MODE', value });
  await mode('true');
  expect((await mode('false')).changes).toEqual([{ field: 'value', from: 'true', to: 'false' }]);
  const reset = await ask('DELETE', 'settings/STRIPE_TEST_MODE');
  expect(reset.changes).toEqual([{ field: 'value', from: 'false', to: 'true' }]);
  const created = await ask('POST', 'help-articles', draft);
  expect(created.changes).toContainEqual({ field: 'question', to: draft.question });
  const path = `help-articles/${created.body.id}`;
  const published = await ask('PUT', path, { ...draft, isPublished: true });
  expect(published.changes).toEqual([{ field: 'isPublished', from: 'no', to: 'yes' }]);
  expect((await ask('DELETE', path)).changes).toContainEqual({ field: 'question', from: draft.question });
});

describe('the sitemap', () => {
  it('lists the public pages', async () => {
    const reply = await fetch(`${content.url}/sitemap.xml`);
    expect(reply.headers.get('content-type')).toContain('application/xml');
    expect(await reply.text()).toContain('<loc>https://closingwire.example.com/help</loc>');
  });
});
