import { z } from 'zod';
import { normalEmail } from './user.ts';

const address = z.email();
const LONGEST = 255;

/** The address as it is stored, or what is wrong with it. */
export function readEmail(given: string): { email: string } | { problem: string } {
  if (given === '') return { problem: 'An email address is required' };
  if (given.length > LONGEST) return { problem: 'An email address is too long' };
  const email = normalEmail(given);
  if (address.safeParse(email).success) return { email };
  return { problem: 'Unable to validate email address: invalid format' };
}
