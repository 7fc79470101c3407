import type { ModeSwitch } from '@closingwire/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SettingSwitch } from './setting-switch.tsx';

const users = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`);
const zips = (count: number) => (count === 1 ? '1 ZIP code' : `${count.toLocaleString('en-US')} ZIP codes`);

/** The consequences of a switch, a sentence each. */
export function consequencesOf(change: ModeSwitch): string[] {
  const { from, to, hasKeys, payingUsers, paidZips, returningUsers, holdDays } = change;
  const missing = to === 'live' ? 'STRIPE_LIVE_SECRET_KEY' : 'STRIPE_SECRET_KEY';
  return [
    to === 'live'
      ? 'From now on, real cards are charged.'
      : 'From now on, only test cards pay and no money moves.',
    payingUsers === 0
      ? `No user pays in ${from} mode.`
      : `${users(payingUsers)} who pay in ${from} mode continue as users without a card. Their ${zips(paidZips)} are held for ${holdDays} days, as after a trial.`,
    ...(payingUsers > 0 && from === 'live'
      ? [
          'Their subscriptions in live mode go on: their cards are charged, although they cannot read their lists.',
        ]
      : []),
    ...(returningUsers > 0
      ? [`${users(returningUsers)} who paid in ${to} mode before continue where they were.`]
      : []),
    ...(hasKeys
      ? []
      : [`This installation has no keys for ${to} mode. Set ${missing} first: payments would fail.`]),
  ];
}

type ModeDialogProps = { to: ModeSwitch['to']; onConfirm: () => void; onClose: () => void };

/** Asks before the payment mode is switched, and shows what that means for users who pay. */
export function ModeDialog({ to, onConfirm, onClose }: ModeDialogProps) {
  const change = useQuery(
    api.billing.modeSwitch.queryOptions({
      staleTime: 0,
      gcTime: 0,
      // Billing learns of a stored mode by an event, a moment after it was stored.
      refetchInterval: query => (query.state.data?.to === to ? false : 500),
    }),
  );
  const known = change.data?.to === to ? change.data : undefined;
  return (
    <ConfirmDialog
      title={`Switch to ${to} mode?`}
      action={`Switch to ${to} mode`}
      isReady={known?.hasKeys === true}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {!known && !change.isError && <Spinner className="w-full py-6" label="Loading what the switch means" />}
      {change.isError && (
        <FailedState
          title="What the switch means could not be loaded"
          error={change.error}
          onRetry={() => change.refetch()}
        />
      )}
      {known && (
        <ul className="grid list-disc gap-2 pl-5 text-sm">
          {consequencesOf(known).map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}

/** The switch of the payment mode. */
export function ModeSetting({ value }: { value: string | undefined }) {
  const [confirm, setConfirm] = useState<{ go: () => void }>();
  return (
    <>
      <SettingSwitch name="STRIPE_TEST_MODE" value={value} before={go => setConfirm({ go })} />
      {confirm && (
        <ModeDialog
          to={value === 'false' ? 'test' : 'live'}
          onConfirm={confirm.go}
          onClose={() => setConfirm(undefined)}
        />
      )}
    </>
  );
}
