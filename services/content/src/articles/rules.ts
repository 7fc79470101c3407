import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import type { AdminArticle } from '@closingwire/contracts/content';

const articleFields = ['question', 'category', 'isPublished'] as const;

/** Returns the changes for the audit log. The answer is long, so only the fact that it changed is logged. */
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
