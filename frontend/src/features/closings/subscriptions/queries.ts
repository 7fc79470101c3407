import { leadFields } from 'virtual:lead-fields';
import type { LeadList } from '@closingwire/contracts/screen-api';
import { useState } from 'react';
import { toDay } from '../../../lib/dates.ts';
import type { Notice } from '../../../lib/notify.ts';
import { useAction } from '../../../lib/use-action.ts';
import { exported, listExportCopy } from '../copy.ts';
import { leadListColumns } from '../list/lead-csv.ts';
import { downloadAgents } from '../zip-agents/queries.ts';

type ListExport = { fileName: string; lists: readonly LeadList[]; empty: Notice; failed: Notice };

const inputOf = ({ id, zipCode: zip, dateFrom, dateTo }: LeadList) => ({
  zip: zip.zipCode,
  leadListId: id,
  ...(dateFrom && { dateFrom }),
  ...(dateTo && { dateTo }),
});

/** Downloads lists as one file, with exactly the rows that they count. */
export function useListExports() {
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useAction({
    mutationFn: ({ fileName, lists }: ListExport) => {
      setRows(0);
      const inputs = lists.map(inputOf);
      return downloadAgents({ fileName, columns: leadListColumns(leadFields), inputs, onProgress: setRows });
    },
    succeeded: (count, { empty }) => exported(count, empty),
    failed: (_error, { failed }) => failed,
  });
  const { empty, allEmpty, failed, allFailed } = listExportCopy;
  const day = () => toDay(new Date());
  return {
    isPending,
    rows,
    exportOne: (list: LeadList) =>
      mutate({
        fileName: `leadlist-${list.zipCode.zipCode}-${day()}.csv`,
        lists: [list],
        empty,
        failed,
      }),
    exportAll: (lists: readonly LeadList[]) =>
      mutate({ fileName: `all-leadlists-${day()}.csv`, lists, empty: allEmpty, failed: allFailed }),
  };
}
