import { z } from 'zod';
import { defineEvent } from './event.ts';
import { done, emailAddress, instant } from './primitive.ts';
import { articleCategories } from './reference.ts';
import { routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

const route = routesOf('content');

const articleId = z.string().min(1).max(64);

export const helpArticle = z.object({
  id: articleId,
  question: z.string(),
  answer: z.string(),
  category: z.string(),
});
export type HelpArticle = z.output<typeof helpArticle>;

export const adminArticle = helpArticle.extend({ isPublished: z.boolean(), createdAt: instant });
export type AdminArticle = z.output<typeof adminArticle>;

export const articleDraft = z.object({
  question: z.string().trim().min(1).max(500),
  answer: z.string().trim().min(1).max(20_000),
  category: z.enum(articleCategories),
  isPublished: z.boolean().default(false),
});
export type ArticleDraft = z.output<typeof articleDraft>;

export const contactMessage = z.object({
  name: z.string().trim().min(1).max(200),
  email: emailAddress,
  subject: z.string().trim().min(1).max(300),
  message: z.string().trim().min(1).max(10_000),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const settingKey = z.enum([
  'initial_scrape_webhook_url',
  'STRIPE_TEST_MODE',
  'api_user_id_bearer',
  'cost_of_1000_emails',
  'cost_of_1000_rows',
]);

export type SettingKey = z.output<typeof settingKey>;

/** Titles, descriptions and defaults of the settings. For a default of '' the installation decides. */
export const settingTable: Record<SettingKey, { title: string; meaning: string; defaultValue: string }> = {
  initial_scrape_webhook_url: {
    title: 'Assignment webhook',
    meaning:
      'Where each new ZIP assignment is sent, as a POST with zip, email, name and userid. When it is empty, delivery is off and assignments wait.',
    defaultValue: '',
  },
  STRIPE_TEST_MODE: {
    title: 'Stripe test mode',
    meaning:
      'On, payments run in test mode: test cards pay and no money moves. Off, live keys charge real cards.',
    defaultValue: 'true',
  },
  api_user_id_bearer: {
    title: 'User IDs as API keys',
    meaning:
      'On, programs may send a user ID as their API key, as older integrations do. A user ID never changes, so a leaked one gives access for good. Off, programs need their own key, which can be revoked.',
    defaultValue: 'true',
  },
  cost_of_1000_emails: {
    title: 'Cost of a thousand emails',
    meaning:
      'In USD, as the mail provider charges it. The business figures use it. 0 means that it is not known.',
    defaultValue: '0',
  },
  cost_of_1000_rows: {
    title: 'Cost of a thousand rows',
    meaning:
      'In USD, as the sources of closings charge it. The business figures use it. 0 means that it is not known.',
    defaultValue: '0',
  },
};

/** A cost in USD with at most two decimals, such as 0.40. */
export const isCost = (text: string): boolean => /^\d{1,6}(?:\.\d{1,2})?$/.test(text);

/** `value` is the stored value or the default. */
export const setting = z.object({
  key: settingKey,
  value: z.string(),
  description: z.string(),
  isDefault: z.boolean(),
});
export type Setting = z.output<typeof setting>;

const noArticle = { article_unknown: { status: 404, message: 'There is no such help article' } };
const badSetting = { bad_setting: { status: 400, message: 'This setting cannot have this value' } };
const settingBusy = { setting_busy: { status: 409, message: 'Other admins are changing this setting' } };

export const contentApi = {
  exportUser: userFactsRoute('content'),

  listArticles: route('public', 'GET /api/help/articles', { summary: 'List published help articles' }).output(
    z.array(helpArticle),
  ),

  sendContactMessage: route('public', 'POST /api/contact', {
    summary: 'Write to support',
    limit: 'contact',
  })
    .input(contactMessage)
    .output(done),

  listAllArticles: route('admin', 'GET /api/admin/help-articles', {
    summary: 'List all help articles, with drafts',
  }).output(z.object({ articles: z.array(adminArticle) })),

  createArticle: route('admin', 'POST /api/admin/help-articles', {
    summary: 'Create a help article',
    status: 201,
  })
    .input(articleDraft)
    .output(adminArticle),

  updateArticle: route('admin', 'PUT /api/admin/help-articles/{id}', { summary: 'Change a help article' })
    .errors(noArticle)
    .input(articleDraft.extend({ id: articleId }))
    .output(adminArticle),

  deleteArticle: route('admin', 'DELETE /api/admin/help-articles/{id}', { summary: 'Delete a help article' })
    .errors(noArticle)
    .input(z.object({ id: articleId }))
    .output(done),

  listSettings: route('admin', 'GET /api/admin/settings', {
    summary: 'List the settings of the site',
  }).output(z.object({ settings: z.array(setting) })),

  putSetting: route('admin', 'POST /api/admin/settings', { summary: 'Change a setting' })
    .errors({ ...badSetting, ...settingBusy })
    .input(
      z.object({
        key: settingKey,
        value: z.string().trim().max(2000),
        description: z.string().max(500).default(''),
      }),
    )
    .output(setting),

  resetSetting: route('admin', 'DELETE /api/admin/settings/{key}', {
    summary: 'Reset a setting to its default',
  })
    .errors(settingBusy)
    .input(z.object({ key: settingKey }))
    .output(setting),
};

export const contactMessageReceived = defineEvent('contact-message.received', {
  by: 'content',
  summary: 'A visitor or user wrote to support',
  data: z.object({
    id: z.string(),
    version: z.int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    receivedAt: instant,
  }),
  key: message => message.id,
});

export const settingChanged = defineEvent('setting.changed', {
  by: 'content',
  summary: 'An admin changed a setting of the site',
  data: z.object({
    key: settingKey,
    version: z.int(),
    /** The stored value or the default. */
    value: z.string(),
    /** True after a reset. If `value` is '' then, the installation's configuration applies. */
    isDefault: z.boolean().optional(),
  }),
  key: setting => setting.key,
});
