import type { User } from '@closingwire/contracts/screen-api';
import { CreditCard, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useBillingPortal } from '../../product/billing-portal.ts';
import { useSignOut } from '../../product/use-sign-out.ts';
import { Avatar } from './avatar.tsx';
import { signedOut } from './copy.ts';

const itemLook =
  'flex cursor-pointer select-none items-center gap-3 rounded-lg px-3 py-2 text-sm outline-none data-highlighted:bg-ink/8 [&_svg]:size-4 [&_svg]:text-muted';

function LinkItem({ to, children }: { to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemLook}>
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

export default function UserMenuOpen({ user }: { user: User }) {
  const signOut = useSignOut({ to: '/', notice: signedOut });
  const portal = useBillingPortal();
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger aria-label="Account menu" className="rounded-full">
        <Avatar user={user} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        className="z-40 w-60 animate-rise rounded-xl border border-line bg-surface p-1.5 text-ink shadow-lift"
      >
        <DropdownMenu.Label className="px-3 pb-2.5 pt-2">
          <p className="truncate text-sm font-semibold">{user.firstName || 'User'}</p>
          <p className="truncate text-xs text-muted">{user.email}</p>
        </DropdownMenu.Label>
        <DropdownMenu.Separator className="mb-1.5 h-px bg-line" />
        {user.isAdmin && (
          <LinkItem to="/admin">
            <ShieldCheck aria-hidden /> Admin Panel
          </LinkItem>
        )}
        <DropdownMenu.Item className={itemLook} onSelect={() => portal.mutate()}>
          <CreditCard aria-hidden /> Subscriptions
        </DropdownMenu.Item>
        <LinkItem to="/settings">
          <Settings aria-hidden /> Settings
        </LinkItem>
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Item className={itemLook} onSelect={() => signOut.mutate()}>
          <LogOut aria-hidden /> Log out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
