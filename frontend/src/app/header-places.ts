import type { User } from '@closingwire/contracts/user';

export type Place = { to: string; label: string };

/** Where the header leads, signed in or not. */
export const placesOf = (user: User | null): Place[] =>
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
