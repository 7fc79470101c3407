import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { setKeysOn, useAreKeysOn } from './use-today-keys.ts';

const keys = [
  ['/', 'Search agents'],
  ['↓ ↑', 'Go to the next or the previous agent'],
  ['Enter', 'Open the page of the agent'],
  ['c', 'Note that you called the agent'],
  ['?', 'Show these keys'],
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const areOn = useAreKeysOn();
  return (
    <Dialog open onOpenChange={onClose} title="Keys" description="Today works without a mouse.">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 text-sm">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-line-strong bg-sunken px-2 py-1 font-mono">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label className="mt-6 flex items-center justify-between gap-4 text-sm font-medium">
        Use these keys on this device
        <Switch checked={areOn} onCheckedChange={setKeysOn} aria-label="Use these keys on this device" />
      </label>
    </Dialog>
  );
}
