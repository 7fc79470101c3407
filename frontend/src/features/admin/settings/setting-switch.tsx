import { settingTable } from '@closingwire/contracts/content';
import { useId } from 'react';
import { Switch } from '../../../ui/switch.tsx';
import type { SwitchKey } from './copy.ts';
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
