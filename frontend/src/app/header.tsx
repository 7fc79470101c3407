import { Link } from 'react-router-dom';
import { UserMenu } from '../features/account/user-menu.tsx';
import type { Session } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { placesOf } from './header-places.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { PlaceLink } from './place-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { VisitorActions } from './visitor-actions.tsx';

export function Header({ session: { user } }: { session: Session }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-3 px-4 sm:px-6">
        <Link to="/" aria-label="ClosingWire home" className="-ml-1 flex rounded-lg p-1">
          <Logo />
        </Link>
        <nav aria-label="Main" className="ml-4 hidden flex-1 items-center gap-1 md:flex">
          {placesOf(user).map(place => (
            <PlaceLink key={place.to} {...place} />
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
