import type {
  DigestChange,
  DigestFrequency,
  DigestReply,
  DigestSettings,
} from '@closingwire/contracts/digest';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { useSession } from '../../../product/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { FailedRows, LoadingRows } from '../row-states.tsx';
import { whenText } from './copy.ts';
import { useDigest, usePutDigest, useSendDigest, useViews } from './queries.ts';

const frequencies: Record<DigestFrequency, string> = { off: 'Off', daily: 'Every day', weekly: 'Every week' };

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Names a zone as users do: 'America/New_York' is 'New York'. */
const zoneText = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** When the email with new agents comes. */
export default function MorningEmail() {
  const digest = useDigest();
  if (digest.isPending) return <LoadingRows label="Loading the email with new agents" />;
  if (digest.isError) {
    if (isUnknownCall(digest.error)) return null;
    return <FailedRows title="The email with new agents could not be loaded" query={digest} />;
  }
  return <Choice digest={digest.data} />;
}

function Choice({ digest }: { digest: DigestReply }) {
  const put = usePutDigest();
  const send = useSendDigest();
  const isMailed = useSession().user?.emailNotifications !== false;
  const stored: DigestChange = {
    frequency: digest.frequency,
    weekday: digest.weekday,
    localTime: digest.localTime,
    timeZone: digest.timeZone ?? ownZone(),
  };
  const settings = put.isPending ? put.variables : stored;
  const { viewId = digest.viewId } = settings;
  const change = (changed: Partial<DigestChange>) => put.mutate({ ...settings, ...changed });
  return (
    <section
      id="morning-email"
      aria-labelledby="digest-title"
      className="grid gap-4 border-t border-line pt-6"
    >
      <div>
        <h3 id="digest-title" className="font-medium">
          Email with new agents
        </h3>
        <p className="text-sm text-muted">
          Your follow-ups of the day, and new agents of your ZIP codes or of a saved view, with numbers to
          tap. Without new agents or follow-ups we send no email.
        </p>
      </div>
      <fieldset
        aria-label="When it comes"
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
        aria-busy={put.isPending}
      >
        <Field label="How often">
          {control => (
            <NativeSelect
              {...control}
              value={settings.frequency}
              onChange={event => change({ frequency: event.target.value as DigestFrequency })}
            >
              {Object.entries(frequencies).map(([frequency, label]) => (
                <option key={frequency} value={frequency}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {settings.frequency !== 'off' && (
          <>
            <Times settings={settings} onChange={change} />
            <ViewChoice viewId={viewId} onChange={viewId => change({ viewId })} />
          </>
        )}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {whenText(digest, isMailed)}
        </p>
        <Button disabled={send.isPending} onClick={() => send.mutate()}>
          <Send aria-hidden /> {send.isPending ? 'Sending...' : 'Send me one now'}
        </Button>
      </div>
    </section>
  );
}

type TimesProps = { settings: DigestSettings; onChange: (changed: Partial<DigestSettings>) => void };

function Times({ settings, onChange }: TimesProps) {
  const [typed, setTyped] = useState<string>();
  const zones = [...new Set([settings.timeZone, ownZone(), ...usZones])];
  return (
    <>
      {settings.frequency === 'weekly' && (
        <Field label="Weekday">
          {control => (
            <NativeSelect
              {...control}
              value={settings.weekday}
              onChange={event => onChange({ weekday: Number(event.target.value) })}
            >
              {weekdays.map((name, index) => (
                <option key={name} value={index + 1}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
      <Field label="At">
        {control => (
          <TextInput
            {...control}
            type="time"
            value={typed ?? settings.localTime}
            onChange={event => setTyped(event.target.value)}
            onBlur={() => {
              if (typed && typed !== settings.localTime) onChange({ localTime: typed });
              setTyped(undefined);
            }}
          />
        )}
      </Field>
      <Field label="Time zone">
        {control => (
          <NativeSelect
            {...control}
            value={settings.timeZone}
            onChange={event => onChange({ timeZone: event.target.value })}
          >
            {zones.map(zone => (
              <option key={zone} value={zone}>
                {zoneText(zone)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </>
  );
}

type ViewChoiceProps = { viewId: string | null; onChange: (viewId: string | null) => void };

/** The agents that the email has. A view that was deleted since counts as none. */
function ViewChoice({ viewId, onChange }: ViewChoiceProps) {
  const { data, isSuccess } = useViews();
  const views = data?.views ?? [];
  const isListed = views.some(({ id }) => id === viewId);
  return (
    <Field label="Agents of">
      {control => (
        <NativeSelect
          {...control}
          value={isListed || !isSuccess ? (viewId ?? '') : ''}
          onChange={event => onChange(event.target.value || null)}
        >
          <option value="">All my ZIP codes</option>
          {viewId && !isSuccess && <option value={viewId}>A saved view</option>}
          {views.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
