import type { ApiKey } from '@closingwire/contracts/auth';
import { type RefObject, useState } from 'react';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useRollKey } from './queries.ts';

const DEFAULT_HOURS = 24;

const overlaps = [
  { hours: 0, label: 'Not at all: it stops now' },
  { hours: 1, label: '1 hour' },
  { hours: DEFAULT_HOURS, label: '24 hours' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
];

type RollKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** Creates a new key; the old one works for a while, so that no client fails. */
export default function RollKeyDialog({ apiKey, onClose, returnFocus }: RollKeyDialogProps) {
  const [overlapHours, setOverlapHours] = useState(DEFAULT_HOURS);
  const roll = useRollKey();
  if (roll.data)
    return (
      <NewKeyDialog name={apiKey.name} secret={roll.data.key} onClose={onClose} returnFocus={returnFocus} />
    );
  return (
    <ActionDialog
      onClose={onClose}
      onAction={() => roll.mutate({ keyId: apiKey.id, overlapHours })}
      action={roll.isPending ? 'Rolling...' : 'Roll key'}
      isDisabled={roll.isPending}
      tone="accent"
      title={`Roll "${apiKey.name}"`}
      description="You get a new key of the same name. Put it into your tool before the old one stops."
    >
      <Field label="The old key keeps working for">
        {control => (
          <NativeSelect
            {...control}
            value={overlapHours}
            onChange={event => setOverlapHours(Number(event.target.value))}
          >
            {overlaps.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </ActionDialog>
  );
}
