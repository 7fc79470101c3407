import type { ReactNode } from 'react';
import { useSession } from '../lib/session.ts';

/** Admins see the page; for everybody else it does not exist. */
export function AdminOnly({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  return useSession().user?.isAdmin ? children : otherwise;
}
