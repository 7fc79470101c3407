import type { AdminZip, User } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SearchBox } from '../search-box.tsx';
import { DEBOUNCE_MS } from '../use-search-filter.ts';
import { useFreeUsers } from './queries.ts';

type UserChoiceProps = { zip: AdminZip; userId: string | null; onChoose: (userId: string) => void };

export function UserChoice({ zip, userId, onChoose }: UserChoiceProps) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const users = useFreeUsers(zip, q);
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Search users"
        placeholder="Name, email, industry, company or phone"
        text={text}
        onText={setText}
        className="w-full"
      />
      <Loaded
        query={users}
        loading="Loading users"
        failed="Users could not be loaded"
        spinnerClassName="py-8"
      >
        {data => <UserOptions {...data} userId={userId} onChoose={onChoose} />}
      </Loaded>
    </div>
  );
}

type UserOptionsProps = Omit<UserChoiceProps, 'zip'> & {
  users: readonly User[];
  total?: number | undefined;
};

function UserOptions({ users, total = users.length, userId, onChoose }: UserOptionsProps) {
  const name = useId();
  return (
    <>
      <fieldset
        className={clsx(
          'max-h-64 overflow-y-auto rounded-xl border border-line',
          users.length === 0 && 'hidden',
        )}
      >
        <legend className="sr-only">User</legend>
        <div className="divide-y divide-line">
          {users.map(user => (
            <UserOption
              key={user.id}
              name={name}
              user={user}
              isChosen={user.id === userId}
              onChoose={onChoose}
            />
          ))}
        </div>
      </fieldset>
      <p role="status" className="text-xs text-muted">
        {countText(users.length, total)}
      </p>
    </>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return 'No active user of a free industry matches.';
  if (shown < total)
    return `The newest ${shown} of ${total.toLocaleString('en-US')} users. Search to find others.`;
  return total === 1 ? '1 user' : `${total} users`;
}

type UserOptionProps = { name: string; user: User; isChosen: boolean; onChoose: (userId: string) => void };

function UserOption({ name, user, isChosen, onChoose }: UserOptionProps) {
  const fullName = `${user.firstName} ${user.lastName}`.trim();
  return (
    <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5 text-sm hover:bg-ink/3 has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        value={user.id}
        checked={isChosen}
        onChange={() => onChoose(user.id)}
        className="size-4 shrink-0 accent-ink"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{fullName || user.email}</span>
        <span className="block text-muted">
          {[fullName && user.email, user.companyName].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-xs text-muted">{user.industry}</span>
    </label>
  );
}
