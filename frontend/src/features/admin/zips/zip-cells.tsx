import type { AdminZip } from '@closingwire/contracts/screen-api';
import { Switch } from '../../../ui/switch.tsx';
import { useSetSwitch, type ZipSwitchField } from './queries.ts';

type ClaimedIndustriesProps = { zip: AdminZip; onManage: (zip: AdminZip) => void };

const look =
  '-my-0.5 rounded-md px-2 py-1 text-left text-xs font-semibold transition-colors hover:ring-1 hover:ring-line-strong';

/** Claims of the ZIP by industry. Each badge, and None, opens the manage dialog. */
export function ClaimedIndustries({ zip, onManage }: ClaimedIndustriesProps) {
  const open = () => onManage(zip);
  if (zip.occupiedIndustries.length === 0) {
    return (
      <button
        type="button"
        className={`${look} bg-ink/5 text-muted hover:text-ink`}
        aria-label={`None: manage ${zip.zipCode}`}
        onClick={open}
      >
        None
      </button>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-1.5 gap-y-2">
      {zip.occupiedIndustries.map(industry => (
        <button
          key={industry}
          type="button"
          className={`${look} bg-accent-soft text-accent-deep`}
          aria-label={`${industry}: manage ${zip.zipCode}`}
          onClick={open}
        >
          {industry}
        </button>
      ))}
    </span>
  );
}

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
