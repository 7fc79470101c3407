import type { ChangedUser, User } from '@closingwire/contracts/screen-api';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { merged } from '../../../lib/merged.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { publishAuthEvent } from '../../../product/auth-events.ts';
import { sessionQuery } from '../../../product/session.ts';
import { detailsCopy, statusCopy } from './copy.ts';
import type { UserChanges } from './user-form.ts';

export const PAGE_SIZE = 25;

type UserPage = { users: User[]; total?: number | undefined };
export type StatusChange = Partial<Pick<User, 'status' | 'isAdmin'>>;

/** A page of matching users; of all users without a text. */
export function useUsers({ q, page }: { q: string; page: number }) {
  const input = { page, limit: PAGE_SIZE };
  const options = { placeholderData: keepPreviousData<UserPage>, staleTime: 0 };
  const isAll = q === '';
  const all = useQuery(api.auth.listUsers.queryOptions({ input, ...options, enabled: isAll }));
  const found = useQuery(
    api.auth.searchUsers.queryOptions({ input: { ...input, q }, ...options, enabled: !isAll }),
  );
  return isAll ? all : found;
}

const lists = [api.auth.listUsers.key(), api.auth.searchUsers.key()];

function changeUser(queryClient: QueryClient, id: string, change: (user: User) => User): void {
  for (const queryKey of lists) {
    queryClient.setQueriesData<UserPage>(
      { queryKey },
      page => page && { ...page, users: page.users.map(user => (user.id === id ? change(user) : user)) },
    );
  }
}

/** Also updates the account if the admin changed their own user. */
function storeUser(queryClient: QueryClient, user: ChangedUser): void {
  changeUser(queryClient, user.id, known => merged(known, user));
  const own = queryClient.getQueryData(sessionQuery.queryKey);
  if (own?.id !== user.id) return;
  queryClient.setQueryData(sessionQuery.queryKey, merged(own, user));
  publishAuthEvent('USER_UPDATED');
}

const readUsersAgain = (queryClient: QueryClient) =>
  Promise.all([...lists, sessionQuery.queryKey].map(queryKey => queryClient.invalidateQueries({ queryKey })));

const successOf = ({ status, isAdmin }: StatusChange) => {
  if (status) return status === 'suspended' ? statusCopy.suspended : statusCopy.reinstated;
  return isAdmin ? statusCopy.promoted : statusCopy.demoted;
};

/** Changes status or role optimistically. */
export function useSetStatus(user: User) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (change: StatusChange) => client.auth.setUserStatus({ userId: user.id, ...change }),
    onMutate: async change => {
      await Promise.all(lists.map(queryKey => queryClient.cancelQueries({ queryKey })));
      changeUser(queryClient, user.id, before => ({ ...before, ...change }));
      return { status: user.status, isAdmin: user.isAdmin };
    },
    onSuccess: after => after && storeUser(queryClient, after),
    onError: (_error, _change, before) => changeUser(queryClient, user.id, now => ({ ...now, ...before })),
    succeeded: (_, change) => successOf(change),
    failed: statusCopy.failed,
  });
}

export function useSetDetails(user: User) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (changes: UserChanges) => client.auth.setUserDetails({ userId: user.id, ...changes }),
    onSuccess: after => (after ? storeUser(queryClient, after) : readUsersAgain(queryClient)),
    ...detailsCopy,
  });
}
