import { addDays } from '@closingwire/contracts/state-days';
import type { Outcome } from '@closingwire/contracts/today';
import { useEffect, useRef, useState } from 'react';
import { toDay } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import type { Change } from './queries.ts';

type FollowUpProps = {
  name: string;
  last: Outcome;
  onSave: (change: Change, onSaved: () => void) => void;
  onClose: () => void;
};

const soon = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
] as const;

const MAX_NOTE = 1_000;

/** Holds the note and the day of an outcome, and saves them once each: as they are chosen, and when the form goes. */
function useDraft({ last, onSave }: Pick<FollowUpProps, 'last' | 'onSave'>) {
  const [draft, setDraft] = useState({ note: last.note ?? '', followUpOn: last.followUpOn });
  const [isSaved, setSaved] = useState(false);
  const sent = useRef(draft);
  const save = (change = draft) => {
    const isSame = change.note === sent.current.note && change.followUpOn === sent.current.followUpOn;
    if (isSame) return;
    sent.current = change;
    onSave({ ...change, note: change.note.trim() }, () => setSaved(true));
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onLeave = () => latest.current();
    // A phone may end a hidden page without a further event.
    const onHidden = () => document.hidden && onLeave();
    window.addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHidden);
      onLeave();
    };
  }, []);
  return {
    draft,
    isSaved,
    save,
    change: (changed: Partial<Change>) => {
      setSaved(false);
      const next = { ...draft, ...changed };
      setDraft(next);
      return next;
    },
  };
}

/** Adds a note and a follow-up day to the last outcome. */
export default function FollowUp({ name, last, onSave, onClose }: FollowUpProps) {
  const { draft, isSaved, save, change } = useDraft({ last, onSave });
  const today = toDay(new Date());
  const choose = (followUpOn: string | null) => save(change({ followUpOn }));
  return (
    <Form
      aria-label={`Note and follow-up for ${name}`}
      className="grid gap-3 rounded-xl bg-sunken p-4 lg:col-span-full lg:grid-cols-[1fr_auto_auto] lg:items-end"
      onSubmit={() => {
        save();
        onClose();
      }}
    >
      <Field label="Note">
        {control => (
          <TextInput
            {...control}
            maxLength={MAX_NOTE}
            value={draft.note}
            onChange={event => change({ note: event.target.value })}
            onBlur={() => save()}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <DateField label="Follow up" days="future" value={draft.followUpOn} onChange={choose} />
        <div className="flex flex-wrap gap-1">
          {soon.map(([label, days]) => (
            <Button key={label} size="sm" tone="quiet" onClick={() => choose(addDays(today, days))}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className="flex items-center gap-2">
        <Button type="submit" tone="ink">
          Save
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
        <span role="status" className="text-sm text-muted">
          {isSaved && 'Saved'}
        </span>
      </div>
    </Form>
  );
}
