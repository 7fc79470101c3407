import { auditActions, networkAddress } from '@closingwire/contracts/audit';
import { RotateCcw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { type AuditFilterState, actions } from './use-audit-filter.ts';

export function AuditFilterBar({ filter }: { filter: AuditFilterState }) {
  const refusal = networkAddress.safeParse(filter.ip).error?.issues[0]?.message;
  return (
    <section
      aria-label="Filters of the audit log"
      className="grid gap-3 border-b border-line px-5 py-4 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1.5fr_1fr_1fr_auto]"
    >
      <Field label="User or subject">
        {control => (
          <SettlingInput
            {...control}
            type="search"
            maxLength={254}
            placeholder="Email, ID or ZIP"
            value={filter.who}
            onSettled={who => filter.change({ who })}
          />
        )}
      </Field>
      <FilterSelect
        label="Action"
        options={actions}
        labelOf={action => auditActions[action]}
        value={filter.action}
        onChange={action => filter.change({ action })}
      />
      <Field label="Network address" error={refusal}>
        {control => (
          <SettlingInput
            {...control}
            type="search"
            maxLength={50}
            placeholder="203.0.113.7"
            value={filter.ip}
            onSettled={ip => filter.change({ ip })}
          />
        )}
      </Field>
      <DateField label="From" value={filter.from} onChange={from => filter.change({ from })} />
      <DateField label="To" value={filter.to} onChange={to => filter.change({ to })} />
      {!filter.isEmpty && (
        <Button tone="quiet" className="self-end lg:mt-6.5 lg:self-start" onClick={filter.clear}>
          <RotateCcw aria-hidden /> Clear
        </Button>
      )}
    </section>
  );
}
