import type { AdminZip } from '@closingwire/contracts/catalog';
import { Switch } from '../../../ui/switch.tsx';
import { useSetSwitch, type ZipSwitchField } from './queries.ts';

const labels: Record<ZipSwitchField, string> = { isAvailable: 'Available', scrapeActive: 'Scrape active' };

export function ZipSwitch({ zip, field }: { zip: AdminZip; field: ZipSwitchField }) {
  const setSwitch = useSetSwitch(zip, field);
  return (
    <Switch
      aria-label={`${labels[field]}: ${zip.zipCode}`}
      checked={zip[field]}
      onCheckedChange={isOn => !setSwitch.isPending && setSwitch.mutate(isOn)}
    />
  );
}
