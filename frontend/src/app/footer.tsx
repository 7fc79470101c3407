import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '../ui/logo.tsx';

const linkLook = 'rounded text-sm text-muted hover:text-ink hover:underline hover:underline-offset-4';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="grid content-start gap-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </nav>
  );
}

export function Footer({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <footer className="mt-16 border-t border-line bg-sunken print:hidden">
      <div
        className={`mx-auto grid max-w-7xl grid-cols-1 gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 ${isSignedIn ? 'lg:grid-cols-[2fr_1fr_1.4fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1.4fr]'}`}
      >
        <div className="grid content-start gap-3">
          <Logo />
          <p className="max-w-xs text-sm text-pretty text-muted">
            Contact lists of real estate agents who closed a sale in the last seven days, ZIP by ZIP, updated
            daily.
          </p>
        </div>
        {!isSignedIn && (
          <Column title="Product">
            <Link className={linkLook} to="/#features">
              Features
            </Link>
            <Link className={linkLook} to="/#pricing">
              Pricing
            </Link>
          </Column>
        )}
        <Column title="Support">
          <Link className={linkLook} to="/help">
            Help Center
          </Link>
          <Link className={linkLook} to="/contact">
            Contact Us
          </Link>
          <a className={linkLook} href="/privacy-policy" target="_blank" rel="noopener">
            Privacy Policy
          </a>
          <Link className={linkLook} to="/terms">
            Terms of Use
          </Link>
          <Link className={linkLook} to="/opt-out">
            Agent Opt-Out
          </Link>
        </Column>
        <div className="grid content-start gap-2 text-sm text-muted">
          <p>© 2025 ClosingWire. All rights reserved.</p>
          <p className="text-xs">
            ZIP code data ©{' '}
            <a
              className="underline underline-offset-2 hover:text-ink"
              href="https://www.geonames.org/"
              rel="noopener"
            >
              GeoNames
            </a>
            , CC BY 4.0.
          </p>
        </div>
      </div>
    </footer>
  );
}
