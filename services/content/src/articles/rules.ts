import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import type { AdminArticle } from '@closingwire/contracts/content';

const articleFields = ['question', 'category', 'isPublished'] as const;

/** Returns the changes for the audit log. An answer is long, so the log only records that it changed. */
export function articleChanges(
  before: AdminArticle | undefined,
  after: AdminArticle | undefined,
): AuditChange[] {
  const changes = articleFields
    .filter(field => before?.[field] !== after?.[field])
    .map(field => changeOf(field, before?.[field], after?.[field]));
  const hasNewAnswer = before && after && before.answer !== after.answer;
  return hasNewAnswer ? [...changes, changeOf('answer')] : changes;
}
