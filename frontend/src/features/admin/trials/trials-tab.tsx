import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Panel } from '../panel.tsx';
import { trialsCopy } from './copy.ts';
import { readDays } from './days.ts';
import { sentText, useSendTrialNotifications } from './queries.ts';

const DEFAULT_DAYS = '3';

/** Reminds those whose trial ends in so many days. */
export default function TrialsTab() {
  const [text, setText] = useState(DEFAULT_DAYS);
  const [isChecked, setChecked] = useState(false);
  const send = useSendTrialNotifications();
  const days = readDays(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (days !== null && !send.isPending) send.mutate(days);
  };
  return (
    <Panel title="Trial Notifications" text="Remind people before their trial ends.">
      <div className="grid gap-8 p-5 lg:grid-cols-[20rem_1fr]">
        <form noValidate onSubmit={submit} className="grid content-start gap-4">
          <Field
            label="Days before expiration"
            error={isChecked && days === null ? trialsCopy.invalid : undefined}
          >
            {control => (
              <TextInput
                {...control}
                type="number"
                inputMode="numeric"
                min={0}
                max={30}
                value={text}
                onChange={event => setText(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" tone="accent" className="justify-self-start" disabled={send.isPending}>
            <Send aria-hidden /> {send.isPending ? 'Sending...' : 'Send Notifications'}
          </Button>
          {send.data && <Outcome {...send.data} />}
        </form>
        <ul className="grid list-disc content-start gap-2 pl-5 text-sm text-muted">
          {trialsCopy.explanation.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Outcome({ notificationsSent, errors }: { notificationsSent: number; errors: string[] }) {
  return (
    <NoticeBox tone={errors.length === 0 ? 'positive' : 'danger'} title={sentText(notificationsSent)}>
      {errors.map(error => (
        <p key={error} className="wrap-anywhere">
          {error}
        </p>
      ))}
    </NoticeBox>
  );
}
