import type { Pg } from '@closingwire/chassis/pg';
import type { AuthConfig } from './config.ts';
import { type Limit, openLimit } from './limits.ts';

export type Limits = Record<'signIn' | 'signUp' | 'recovery' | 'verify', Limit>;

export function openLimits(pg: Pg, config: AuthConfig): Limits {
  const QUARTER = 15 * 60;
  const HOUR = 60 * 60;
  return {
    signIn: openLimit(
      pg,
      'sign-in',
      {
        perAccount: config.SIGN_IN_TRIES_PER_ACCOUNT,
        perAddress: config.SIGN_IN_TRIES_PER_ADDRESS,
        windowSeconds: QUARTER,
      },
      { fromOneAddress: true },
    ),
    signUp: openLimit(pg, 'sign-up', {
      perAccount: config.SIGN_UPS_PER_ACCOUNT,
      perAddress: config.SIGN_UPS_PER_ADDRESS,
      windowSeconds: HOUR,
    }),
    recovery: openLimit(pg, 'recovery', {
      perAccount: config.RECOVERIES_PER_ACCOUNT,
      perAddress: config.RECOVERIES_PER_ADDRESS,
      windowSeconds: HOUR,
    }),
    verify: openLimit(pg, 'verify', {
      perAccount: config.VERIFY_TRIES_PER_ACCOUNT,
      perAddress: config.VERIFY_TRIES_PER_ADDRESS,
      windowSeconds: HOUR,
    }),
  };
}
