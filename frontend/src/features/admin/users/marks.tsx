import type { AddressMark } from '@closingwire/contracts/notifications';
import type { User } from '@closingwire/contracts/screen-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useMemo } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { markCopy, markEndCopy } from './copy.ts';

export type Marks = ReadonlyMap<string, AddressMark>;

/** Returns the reasons why these users' addresses get no notices, by user ID; empty while loading. */
export function useMarks(users: readonly User[]): Marks {
  const userIds = users.map(({ id }) => id).join(',');
  const { data } = useQuery(
    api.notifications.listMarkedUsers.queryOptions({
      input: { userIds },
      enabled: userIds !== '',
      staleTime: 0,
    }),
  );
  return useMemo(() => new Map(data?.marks.map(mark => [mark.userId, mark])), [data]);
}

export const MarkBadge = ({ mark }: { mark: AddressMark | undefined }) =>
  mark && (
    <Badge tone="caution">
      <MailX aria-hidden /> {markCopy[mark.reason].badge}
    </Badge>
  );

export function MarkNotice({ user, mark }: { user: User; mark: AddressMark }) {
  const queryClient = useQueryClient();
  const end = useAction({
    mutationFn: () => client.notifications.endAddressMark({ userId: user.id }),
    ...markEndCopy,
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.notifications.listMarkedUsers.key() }),
  });
  return (
    <NoticeBox
      tone="caution"
      className="wrap-anywhere sm:col-span-2"
      title={`${markCopy[mark.reason].title} since ${formatInstant(mark.since)}`}
      actions={
        <Button size="sm" disabled={end.isPending} onClick={() => end.mutate()}>
          Send notices again
        </Button>
      }
    >
      {mark.detail && <p className="mb-1 text-muted">{mark.detail}</p>}
      <p>This address gets no notices. Security and billing email is still sent.</p>
    </NoticeBox>
  );
}
