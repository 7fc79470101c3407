import { implementer, nameChanges } from '@closingwire/chassis/http';
import type { Clock } from '@closingwire/chassis/part';
import { contentApi } from '@closingwire/contracts/content';
import { articleChanges } from './articles/rules.ts';
import * as store from './articles/store.ts';
import { insertMessage } from './messages/store.ts';
import type { Models } from './models.ts';
import { checkSetting, settingChanges } from './settings/rules.ts';
import { allSettings, putSetting, resetSetting } from './settings/store.ts';
import { userFacts } from './user-data.ts';

type Context = {
  models: Models;
  clock: Clock;
  /** Wakes the relay after a write with a pending event. */
  onPending: () => void;
};

export function contentRoutes({ models, clock, onPending }: Context) {
  const { articles, messages, settings } = models;
  const impl = implementer(contentApi);

  return impl.router({
    exportUser: impl.exportUser.handler(({ input }) => userFacts(models, input)),
    listArticles: impl.listArticles.handler(() => store.publishedArticles(articles)),

    sendContactMessage: impl.sendContactMessage.handler(async ({ input, context: { caller } }) => {
      await insertMessage(messages, input, caller.kind === 'user' ? caller.id : undefined, clock());
      onPending();
      return { message: "We'll get back to you within 24 hours" };
    }),

    listAllArticles: impl.listAllArticles.handler(async () => ({
      articles: await store.allArticles(articles),
    })),

    createArticle: impl.createArticle.handler(async ({ input, context }) => {
      const created = await store.createArticle(articles, input, clock());
      nameChanges(articleChanges(undefined, created), context.responseHeaders);
      return created;
    }),

    updateArticle: impl.updateArticle.handler(async ({ input: { id, ...draft }, context }) => {
      const { before, after } = await store.changeArticle(articles, id, draft);
      nameChanges(articleChanges(before, after), context.responseHeaders);
      return after;
    }),

    deleteArticle: impl.deleteArticle.handler(async ({ input: { id }, context }) => {
      nameChanges(
        articleChanges(await store.deleteArticle(articles, id), undefined),
        context.responseHeaders,
      );
      return { message: 'Help article deleted' };
    }),

    listSettings: impl.listSettings.handler(async () => ({ settings: await allSettings(settings) })),

    putSetting: impl.putSetting.handler(async ({ input, context }) => {
      checkSetting(input);
      const { setting, before } = await putSetting(settings, { ...input, isDefault: false }, clock());
      nameChanges(settingChanges(before, setting), context.responseHeaders);
      onPending();
      return setting;
    }),

    resetSetting: impl.resetSetting.handler(async ({ input: { key }, context }) => {
      const { setting, before } = await resetSetting(settings, key, clock());
      nameChanges(settingChanges(before, setting), context.responseHeaders);
      onPending();
      return setting;
    }),
  });
}
