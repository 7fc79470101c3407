import type { DeletionList } from '@closingwire/contracts/deletion-lists';
import { Download, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatInstant } from '../../../lib/dates.ts';
import { Badge, StateBadge } from '../../../ui/badge.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { countedText, listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { deadlineNotice, kinds, states } from './copy.ts';
import { PAGE_SIZE, replyPath, useDeletionLists, useRefreshAfterDownload } from './queries.ts';
import { UploadPanel } from './upload-panel.tsx';

export default function DeletionRequestsTab() {
  const [page, setPage] = useState(1);
  const lists = useDeletionLists(page);
  return (
    <div className="grid gap-6">
      {lists.data && <Deadline deadline={lists.data.deadline} />}
      <UploadPanel />
      <Panel
        title="Deletion requests"
        status={listText(lists, 'Loading lists', ({ total }) => countedText(total, 'list', 'lists'))}
      >
        <Loaded query={lists} loading="Loading lists" failed="The lists could not be loaded">
          {({ lists: rows, total }) =>
            total === 0 ? (
              <EmptyState level="h3" icon={UserMinus} title="No lists here">
                Lists that you upload are kept here, with their reply files.
              </EmptyState>
            ) : (
              <>
                <RowList
                  caption="Deletion requests"
                  columns={listColumns}
                  rows={rows}
                  isStale={lists.isPlaceholderData}
                  keyOf={({ id }) => id}
                  card={list => <ListCard list={list} />}
                />
                <PageFooter
                  page={page}
                  totalPages={Math.ceil(total / PAGE_SIZE)}
                  onPage={setPage}
                  isBusy={lists.isPlaceholderData}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

function Deadline({ deadline }: { deadline: Parameters<typeof deadlineNotice>[0] }) {
  const { tone, title, text } = deadlineNotice(deadline);
  return (
    <NoticeBox tone={tone} title={title}>
      {text}
    </NoticeBox>
  );
}

const number = (count: number) => count.toLocaleString('en-US');
const notFound = ({ records, deleted, optedOut }: DeletionList) => number(records - deleted - optedOut);
const repliedText = ({ repliedAt, records }: DeletionList) => {
  if (records === 0) return 'Not needed';
  return repliedAt === null ? null : formatInstant(repliedAt);
};

const Replied = ({ list }: { list: DeletionList }) => {
  const text = repliedText(list);
  if (text) return <span className="whitespace-nowrap">{text}</span>;
  return list.state === 'done' ? <Badge tone="caution">Not yet</Badge> : '–';
};

function ReplyLink({ list: { id, state, records, fileName } }: { list: DeletionList }) {
  const refresh = useRefreshAfterDownload();
  if (state !== 'done' || records === 0) return <span className="text-muted">–</span>;
  return (
    <a
      href={replyPath(id)}
      download
      className={buttonStyle({ size: 'sm' })}
      aria-label={`Download the reply to ${fileName}`}
      onClick={() => void refresh()}
    >
      <Download aria-hidden /> Reply
    </a>
  );
}

const Words = ({ text }: { text: string }) => <div className="min-w-32 max-w-64 wrap-anywhere">{text}</div>;

const listColumns: Columns<DeletionList> = [
  { header: 'List', cell: ({ row }) => <Words text={row.original.fileName} /> },
  { header: 'Kind', cell: ({ row }) => kinds[row.original.kind] },
  { header: 'Downloaded', cell: ({ row }) => formatDay(row.original.listedOn) },
  { header: 'Uploaded', cell: ({ row }) => formatInstant(row.original.uploadedAt) },
  { header: 'By', cell: ({ row }) => <Words text={row.original.uploadedBy || 'Deleted'} /> },
  { header: 'State', cell: ({ row }) => <StateBadge {...states[row.original.state]} /> },
  { header: 'Records', cell: ({ row }) => number(row.original.records) },
  { header: 'Deleted', cell: ({ row }) => number(row.original.deleted) },
  { header: 'Opted out', cell: ({ row }) => number(row.original.optedOut) },
  { header: 'Not found', cell: ({ row }) => notFound(row.original) },
  { header: 'Reply downloaded', cell: ({ row }) => <Replied list={row.original} /> },
  { header: 'Actions', cell: ({ row }) => <ReplyLink list={row.original} /> },
];

const ListCard = ({ list }: { list: DeletionList }) => (
  <>
    <CardHead aside={<StateBadge {...states[list.state]} />}>
      <p className="font-semibold wrap-anywhere">{list.fileName}</p>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Kind: kinds[list.kind],
        Downloaded: formatDay(list.listedOn),
        Uploaded: formatInstant(list.uploadedAt),
        By: list.uploadedBy || 'Deleted',
        Records: number(list.records),
        Deleted: number(list.deleted),
        'Opted out': number(list.optedOut),
        'Not found': notFound(list),
        'Reply downloaded': repliedText(list) ?? 'Not yet',
      }}
    />
    <ReplyLink list={list} />
  </>
);
