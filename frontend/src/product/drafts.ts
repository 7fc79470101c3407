import { useEffect, useEffectEvent } from 'react';
import { type FieldPath, type FieldValues, get, type PathValue, type UseFormReturn } from 'react-hook-form';
import { useSession } from './session.ts';

const PREFIX = 'draft:';

type Stored = Record<string, unknown>;

function read(key: string): Stored {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Stored) : {};
  } catch {
    return {};
  }
}

function write(key: string, draft: Stored): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage there is no draft; the form works.
  }
}

/** Removes this tab's drafts of all users. */
function dropOwnDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}

const CHANNEL = 'closingwire-drafts';

/**
 * Removes the drafts in all tabs after a deliberate sign-out, because the browser's next user must not read them.
 * After an expired session drafts stay.
 */
export function dropDrafts(): void {
  dropOwnDrafts();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('drop');
  channel.close();
}

/** Removes this tab's drafts when another tab removes its own. Returns a function that stops listening. */
export function followDroppedDrafts(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = dropOwnDrafts;
  return () => channel.close();
}

type DraftOptions<Values extends FieldValues> = {
  /** The form and its subject: dialogs of two users have two drafts. */
  name: string;
  /** Stored fields; never a password or code. */
  fields: readonly FieldPath<Values>[];
  /** Visitors also have drafts; all visitors of a tab share them. */
  isForVisitors?: boolean;
};

/**
 * Stores what a user types in a form in this tab's session storage. The form shows it again to the same user, after
 * their session ended and they signed in again. Fields that equal their default (of `defaultValues`; `values` alone
 * are none) are not stored. Returns a function that drops the draft; the form calls it after saving.
 */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { name, fields, isForVisitors = false }: DraftOptions<Values>,
): () => void {
  const session = useSession();
  const visitor = isForVisitors && session.state === 'visitor' ? 'visitor' : null;
  const owner = session.user?.id ?? visitor;
  const key = owner === null ? null : `${PREFIX}${owner}:${name}`;
  const defaultOf = (field: string): unknown => get(form.formState.defaultValues, field) ?? '';
  const restore = useEffectEvent(() => {
    const draft = key === null ? {} : read(key);
    for (const field of fields) {
      const typed = draft[field];
      // Input made before the draft was restored is newer.
      if (typed === undefined || (form.getValues(field) ?? '') !== defaultOf(field)) continue;
      form.setValue(field, typed as PathValue<Values, typeof field>, { shouldDirty: true });
    }
  });
  const keep = useEffectEvent((values: Values) => {
    if (key === null) return;
    const changed = fields
      .map(field => [field, get(values, field) as unknown] as const)
      .filter(([field, value]) => value !== undefined && value !== defaultOf(field));
    write(key, Object.fromEntries(changed));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another draft
  useEffect(() => {
    restore();
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form.subscribe, key]);
  return () => {
    if (key !== null) write(key, {});
  };
}
