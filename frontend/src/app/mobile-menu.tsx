import type { User } from '@closingwire/contracts/user';
import { Menu } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { buttonStyle } from '../ui/button-style.ts';
import { placesOf } from './header-places.ts';
import { PlaceLink } from './place-link.tsx';
import { VisitorActions } from './visitor-actions.tsx';

const ID = 'mobile-menu';

/** A native popover: it opens without the application, closes on Escape or a tap beside it. */
export function MobileMenu({ user }: { user: User | null }) {
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
          {placesOf(user).map(place => (
            <PlaceLink key={place.to} {...place} />
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
