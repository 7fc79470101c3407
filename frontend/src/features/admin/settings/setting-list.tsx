import { type Setting, settingTable } from '@closingwire/contracts/content';
import { createColumnHelper } from '@tanstack/react-table';
import type { plainTable } from '../../../ui/data-table.tsx';
import { TableOrCards } from '../../../ui/table-or-cards.tsx';
import { Panel } from '../panel.tsx';
import { ResetSetting, SettingName, SettingValue } from './setting-parts.tsx';

const helper = createColumnHelper<typeof plainTable, Setting>();

const columns = helper.columns([
  helper.accessor('key', {
    header: 'Setting',
    cell: ({ row }) => <SettingName setting={row.original} />,
  }),
  helper.accessor('value', {
    header: 'Value',
    cell: ({ row }) => <SettingValue setting={row.original} />,
  }),
  helper.display({
    id: 'meaning',
    header: 'Description',
    cell: ({ row }) => <p className="min-w-56 max-w-96">{settingTable[row.original.key].meaning}</p>,
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <ResetSetting setting={row.original} />,
  }),
]);

/** The same settings on a narrow screen, one under the other. */
function SettingCards({ settings }: { settings: readonly Setting[] }) {
  return (
    <ul aria-label="Current settings" className="divide-y divide-line">
      {settings.map(setting => (
        <li key={setting.key} className="grid justify-items-start gap-3 p-5 text-sm">
          <SettingName setting={setting} />
          <SettingValue setting={setting} />
          <p className="text-muted">{settingTable[setting.key].meaning}</p>
          <ResetSetting setting={setting} />
        </li>
      ))}
    </ul>
  );
}

export function SettingList({ settings }: { settings: readonly Setting[] }) {
  return (
    <Panel title="Current Settings" text="What holds now, set by an admin or by default.">
      <TableOrCards
        caption="Current settings"
        columns={columns}
        rows={settings}
        cards={<SettingCards settings={settings} />}
      />
    </Panel>
  );
}
