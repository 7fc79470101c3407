import { addDays } from '@closingwire/contracts/state-days';
import type { Outcome } from '@closingwire/contracts/today';
import { useState } from 'react';
import { toDay } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';

type FollowUpProps = {
  name: string;
  last: Outcome;
  onSave: (change: { note: string; followUpOn: string | null }) => void;
  onClose: () => void;
};

const soon = [
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
] as const;

/** Adds a note and a follow-up day to the last outcome. */
export default function FollowUp({ name, last, onSave, onClose }: FollowUpProps) {
  const [note, setNote] = useState(last.note ?? '');
  const [day, setDay] = useState(last.followUpOn);
  const today = toDay(new Date());
  return (
    <Form
      aria-label={`Note and follow-up for ${name}`}
      className="grid gap-3 rounded-xl bg-sunken p-4 lg:col-span-full lg:grid-cols-[1fr_auto_auto] lg:items-end"
      onSubmit={() => onSave({ note: note.trim(), followUpOn: day })}
    >
      <Field label="Note">
        {control => (
          <TextInput
            {...control}
            maxLength={2_000}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <DateField label="Follow up" days="future" value={day} onChange={setDay} />
        <div className="flex gap-1">
          {soon.map(([label, days]) => (
            <Button key={label} size="sm" tone="quiet" onClick={() => setDay(addDays(today, days))}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="ink">
          Save
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Form>
  );
}
