import { NativeSelect } from '../../../ui/native-select.tsx';
import { flagLabels } from './flag-status.ts';
import { type FlagStatus, type LeadFlag, useSetFlagStatus } from './queries.ts';

/** Moves a report on, or back. */
export function FlagStatusSelect({ flag }: { flag: LeadFlag }) {
  const setStatus = useSetFlagStatus(flag);
  return (
    <NativeSelect
      className="w-36"
      aria-label={`Status of the flag on ${flag.agent.fullName}`}
      value={setStatus.isPending ? setStatus.variables : flag.status}
      onChange={event => setStatus.mutate(event.target.value as FlagStatus)}
    >
      {Object.entries(flagLabels).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
