import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { AdminArticle, ArticleDraft, HelpArticle } from '@closingwire/contracts/content';
import type { ArticleDocument, Models } from '../models.ts';

type Articles = Models['articles'];

const inOrder = { createdAt: 1, _id: 1 } as const;

const toHelp = ({ _id, question, answer, category }: ArticleDocument): HelpArticle => ({
  id: _id,
  question,
  answer,
  category,
});

const toAdmin = (article: ArticleDocument): AdminArticle => ({
  ...toHelp(article),
  isPublished: article.isPublished,
  createdAt: article.createdAt.toISOString(),
});

const unknownArticle = (id: string) =>
  new AppError('missing', 'article_unknown', `There is no help article with the id ${id}`);

export async function publishedArticles(articles: Articles): Promise<HelpArticle[]> {
  const found = await articles.find({ isPublished: true }).sort(inOrder).lean<ArticleDocument[]>();
  return found.map(toHelp);
}

export async function allArticles(articles: Articles): Promise<AdminArticle[]> {
  const found = await articles.find().sort(inOrder).lean<ArticleDocument[]>();
  return found.map(toAdmin);
}

export async function createArticle(
  articles: Articles,
  draft: ArticleDraft,
  now: Date,
): Promise<AdminArticle> {
  const article = { _id: newId(), ...draft, createdAt: now };
  await articles.create([article]);
  return toAdmin(article);
}

export async function changeArticle(
  articles: Articles,
  id: string,
  draft: ArticleDraft,
): Promise<{ before: AdminArticle; after: AdminArticle }> {
  const replaced = await articles
    .findOneAndUpdate({ _id: id }, { $set: draft }, { returnDocument: 'before' })
    .lean<ArticleDocument | null>();
  if (!replaced) throw unknownArticle(id);
  const before = toAdmin(replaced);
  return { before, after: { ...before, ...draft } };
}

export async function deleteArticle(articles: Articles, id: string): Promise<AdminArticle> {
  const deleted = await articles.findOneAndDelete({ _id: id }).lean<ArticleDocument | null>();
  if (!deleted) throw unknownArticle(id);
  return toAdmin(deleted);
}
