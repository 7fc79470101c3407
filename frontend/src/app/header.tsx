import type { User } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { Menu, Moon, Sun } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { UserMenu } from '../features/user-menu/user-menu.tsx';
import type { Session } from '../product/session.ts';
import { Button, ButtonLink, buttonStyle } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

export function Header({ session: { user } }: { session: Session }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-3 px-4 sm:px-6">
        <Link to="/" aria-label="ClosingWire home" className="-ml-1 flex rounded-lg p-1">
          <Logo />
        </Link>
        <nav aria-label="Main" className="ml-4 hidden flex-1 items-center gap-1 md:flex">
          {navItemsOf(user).map(item => (
            <NavItemLink key={item.to} {...item} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          <ThemeToggle />
          {user ? (
            <UserMenu user={user} />
          ) : (
            <div className="hidden items-center gap-1.5 md:flex">
              <VisitorActions />
            </div>
          )}
          <MobileMenu user={user} />
        </div>
      </div>
    </header>
  );
}

type NavItem = { to: string; label: string };

const navItemsOf = (user: User | null): NavItem[] =>
  user
    ? [
        { to: '/dashboard', label: 'Dashboard' },
        { to: '/zips', label: 'Add ZIP Codes' },
        ...(user.isAdmin ? [{ to: '/admin', label: 'Admin' }] : []),
        { to: '/help', label: 'Help' },
      ]
    : [
        { to: '/#pricing', label: 'Pricing' },
        { to: '/help', label: 'FAQ' },
      ];

const ID = 'mobile-menu';

/** A native popover: it works without the application and closes on Escape or an outside tap. */
function MobileMenu({ user }: { user: User | null }) {
  const menu = useRef<HTMLElement>(null);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [location]);
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label="Menu"
        className={`${buttonStyle({ tone: 'quiet', size: 'icon' })} md:hidden`}
      >
        <Menu aria-hidden />
      </button>
      <nav
        ref={menu}
        id={ID}
        popover="auto"
        aria-label="Menu"
        className="inset-x-0 top-16 m-0 w-full border-b border-line bg-canvas px-4 pb-5 pt-2 text-ink shadow-lift backdrop:bg-black/30"
      >
        <div className="grid gap-1">
          {navItemsOf(user).map(item => (
            <NavItemLink key={item.to} {...item} />
          ))}
          {!user && (
            <div className="mt-3 grid gap-2">
              <VisitorActions />
            </div>
          )}
        </div>
      </nav>
    </>
  );
}

function NavItemLink({ to, label }: NavItem) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to;
  const isWithin = isCurrent || pathname.startsWith(`${to}/`);
  return (
    <Link
      to={to}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      className={clsx(
        'rounded-lg px-3 py-2 text-sm font-medium transition-colors hover:bg-ink/8 hover:text-ink',
        isWithin ? 'bg-ink/8 text-ink' : 'text-muted',
      )}
    >
      {label}
    </Link>
  );
}

function VisitorActions() {
  return (
    <>
      <ButtonLink to="/auth" tone="quiet">
        Sign In
      </ButtonLink>
      <ButtonLink to="/register" tone="accent">
        Get Started
      </ButtonLink>
    </>
  );
}

/** `boot.js` switches the theme and CSS shows the icon: both work without the application. */
function ThemeToggle() {
  return (
    <Button tone="quiet" size="icon" aria-label="Switch between light and dark" data-theme-switch>
      <Moon aria-hidden className="dark:hidden" />
      <Sun aria-hidden className="hidden dark:block" />
    </Button>
  );
}
