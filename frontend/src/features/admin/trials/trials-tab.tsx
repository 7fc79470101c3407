import { Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form, FormField } from '../../../ui/form.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Panel } from '../panel.tsx';
import { trialsCopy } from './copy.ts';
import { readDays } from './days.ts';
import { EndingTrials } from './ending-trials.tsx';
import { sentText, useSendTrialNotifications } from './queries.ts';

const DEFAULT_DAYS = '3';

export default function TrialsTab() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <NotificationsPanel />
      <EndingTrials />
    </div>
  );
}

function NotificationsPanel() {
  const form = useForm({ defaultValues: { days: DEFAULT_DAYS } });
  const send = useSendTrialNotifications();
  const submit = form.handleSubmit(values => {
    const days = readDays(values.days);
    if (days !== null && !send.isPending) send.mutate(days);
  });
  return (
    <Panel title="Trial Notifications" text="Remind people before their trial ends.">
      <div className="grid gap-8 p-5 lg:grid-cols-[20rem_1fr]">
        <Form onSubmit={submit} className="grid content-start gap-4">
          <FormField
            form={form}
            name="days"
            rules={{ validate: text => readDays(text) !== null || trialsCopy.invalid }}
            label="Days before expiration"
          >
            {control => <TextInput {...control} type="number" inputMode="numeric" min={0} max={30} />}
          </FormField>
          <Button type="submit" tone="accent" className="justify-self-start" disabled={send.isPending}>
            <Send aria-hidden /> {send.isPending ? 'Sending...' : 'Send Notifications'}
          </Button>
          {send.data && <Outcome {...send.data} />}
        </Form>
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
