import { type AuditChange, changeOf, withoutSecrets } from '@closingwire/contracts/audit';
import type { AdminArticle, Setting, SettingKey } from '@closingwire/contracts/content';

type Held = Pick<Setting, 'value' | 'isDefault'>;

/** An address may carry a token, so the log has less than all of it. */
function addressText({ value, isDefault }: Held): string {
  if (isDefault) return 'the default of the installation';
  return value === '' ? 'off' : withoutSecrets(value);
}

/** What the log shows of a value. */
const shown: Record<SettingKey, (held: Held) => string> = {
  initial_scrape_webhook_url: addressText,
  STRIPE_TEST_MODE: ({ value }) => value,
  api_user_id_bearer: ({ value }) => value,
};

/** What the audit log says of a changed setting. */
export function settingChanges(before: Held, after: Setting): AuditChange[] {
  const [from, to] = [shown[after.key](before), shown[after.key](after)];
  const differsUnseen = from === to && before.value !== after.value;
  return [differsUnseen ? changeOf('value') : changeOf('value', from, to)];
}

const articleFields = ['question', 'category', 'isPublished'] as const;

/** What it says of an article that is new, changed or gone; of the answer, which is long, only that it changed. */
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
