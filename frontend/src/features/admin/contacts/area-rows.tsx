import type { DoNotCallAreaCheck, DoNotCallCheck } from '@closingwire/contracts/contacts';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { number } from './copy.ts';

const MOST_AREAS = 20;

/** The area codes of a list, those with a warning first. */
export function AreaRows({ areas }: Pick<DoNotCallCheck, 'areas'>) {
  const [isAll, setAll] = useState(false);
  const isWarned = ({ warning }: DoNotCallAreaCheck) => warning !== null;
  const sorted = [...areas.filter(isWarned), ...areas.filter(area => !isWarned(area))];
  return (
    <div className="border-t border-line">
      <RowList
        caption="Area codes of the list"
        columns={areaColumns}
        rows={isAll ? sorted : sorted.slice(0, MOST_AREAS)}
        keyOf={({ areaCode }) => areaCode}
        card={area => <AreaCard area={area} />}
        from="48rem"
      />
      {!isAll && areas.length > MOST_AREAS && (
        <div className="border-t border-line p-5">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {areas.length} area codes
          </Button>
        </div>
      )}
    </div>
  );
}

const Small = ({ area }: { area: DoNotCallAreaCheck }) =>
  area.warning !== null && <Badge tone="caution">Too small</Badge>;

const areaColumns: Columns<DoNotCallAreaCheck> = [
  { header: 'Area code', cell: ({ row }) => row.original.areaCode },
  { header: 'In the file', cell: ({ row }) => number(row.original.numbers) },
  { header: 'Stored now', cell: ({ row }) => number(row.original.stored) },
  { header: 'Would be added', cell: ({ row }) => number(row.original.added) },
  { header: 'Would be taken off', cell: ({ row }) => number(row.original.removed) },
  { header: 'Warning', cell: ({ row }) => <Small area={row.original} /> },
];

const AreaCard = ({ area }: { area: DoNotCallAreaCheck }) => (
  <>
    <CardHead aside={<Small area={area} />}>
      <p className="font-semibold">{area.areaCode}</p>
    </CardHead>
    <CardFacts
      facts={{
        'In the file': number(area.numbers),
        'Stored now': number(area.stored),
        'Would be added': number(area.added),
        'Would be taken off': number(area.removed),
      }}
    />
  </>
);
