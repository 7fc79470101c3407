import type { User } from '@closingwire/contracts/screen-api';
import { lazy, Suspense, useState } from 'react';
import { Avatar } from './avatar.tsx';

const load = () => import('./user-menu-open.tsx');
const OpenMenu = lazy(load);
const loadEarly = () => void load().catch(() => {});

/** The avatar button. The menu loads on hover, focus or press. */
export function UserMenu({ user }: { user: User }) {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <button
      type="button"
      aria-label="Account menu"
      aria-haspopup="menu"
      aria-expanded={false}
      className="rounded-full"
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => setOpened(true)}
    >
      <Avatar user={user} />
    </button>
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu user={user} />
    </Suspense>
  );
}
