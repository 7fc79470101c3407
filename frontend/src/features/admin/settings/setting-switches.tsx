import type { ModeSwitch } from '@closingwire/contracts/billing';
import { settingTable } from '@closingwire/contracts/content';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../product/api.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { SwitchKey } from './copy.ts';
import { consequencesOf } from './mode-consequences.ts';
import { usePutSetting } from './queries.ts';

type SettingSwitchProps = {
  name: SwitchKey;
  value: string | undefined;
  /** Runs before the change, for example to ask the admin; calling `go` makes the change. */
  before?: (go: () => void) => void;
};

/** A setting with the default 'on'. The change is optimistic. */
export function SettingSwitch({ name, value, before = go => go() }: SettingSwitchProps) {
  const id = useId();
  const put = usePutSetting(name);
  const shown = put.isPending ? (put.variables ?? settingTable[name].defaultValue) : value;
  return (
    <div className="flex items-center justify-between gap-6">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="text-sm font-medium">{settingTable[name].title}</span>
        <span className="text-sm text-muted">{settingTable[name].meaning}</span>
      </label>
      <Switch
        id={id}
        checked={shown !== 'false'}
        onCheckedChange={isOn => {
          if (!put.isPending) before(() => put.mutate(String(isOn)));
        }}
      />
    </div>
  );
}

type ModeDialogProps = { to: ModeSwitch['to']; onConfirm: () => void; onClose: () => void };

/** Confirms a payment mode switch and shows its consequences for paying users. */
export function ModeDialog({ to, onConfirm, onClose }: ModeDialogProps) {
  const change = useQuery(
    api.billing.modeSwitch.queryOptions({
      staleTime: 0,
      gcTime: 0,
      // Billing gets the stored mode by an event, a moment later.
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
