import type { Clock } from '@closingwire/chassis/clock';
import { implementer } from '@closingwire/chassis/http';
import { contentApi } from '@closingwire/contracts/content-api';
import {
  allArticles,
  changeArticle,
  createArticle,
  deleteArticle,
  publishedArticles,
} from './db/articles.ts';
import { keepMessage } from './db/messages.ts';
import type { Models } from './db/models.ts';
import { personFacts } from './db/person-facts.ts';
import { allSettings, putSetting, resetSetting } from './db/settings.ts';
import { checkSetting } from './domain/check-setting.ts';

type Context = {
  models: Models;
  clock: Clock;
  /** Called when a document has an event to publish. */
  onPending: () => void;
};

export function contentRoutes({ models, clock, onPending }: Context) {
  const { articles, messages, settings } = models;
  const impl = implementer(contentApi);

  return impl.router({
    exportPerson: impl.exportPerson.handler(({ input }) => personFacts(models, input.email)),
    listArticles: impl.listArticles.handler(() => publishedArticles(articles)),

    sendContactMessage: impl.sendContactMessage.handler(async ({ input }) => {
      await keepMessage(messages, input, clock());
      onPending();
      return { message: "We'll get back to you within 24 hours" };
    }),

    listAllArticles: impl.listAllArticles.handler(async () => ({ articles: await allArticles(articles) })),

    createArticle: impl.createArticle.handler(({ input }) => createArticle(articles, input, clock())),

    updateArticle: impl.updateArticle.handler(({ input: { id, ...draft } }) =>
      changeArticle(articles, id, draft),
    ),

    deleteArticle: impl.deleteArticle.handler(async ({ input: { id } }) => {
      await deleteArticle(articles, id);
      return { message: 'Help article deleted' };
    }),

    listSettings: impl.listSettings.handler(async () => ({ settings: await allSettings(settings) })),

    putSetting: impl.putSetting.handler(async ({ input }) => {
      checkSetting(input);
      const saved = await putSetting(settings, { ...input, isDefault: false }, clock());
      onPending();
      return saved;
    }),

    resetSetting: impl.resetSetting.handler(async ({ input: { key } }) => {
      const reset = await resetSetting(settings, key, clock());
      onPending();
      return reset;
    }),
  });
}
