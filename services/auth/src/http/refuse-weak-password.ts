import { AppError } from '@closingwire/chassis/app-error';
import { type PasswordRules, weaknessOf } from '../credentials/password-strength.ts';

/** Refuses what the rules call weak, for the product's own calls. */
export function refuseWeakPassword(password: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const detail = { reasons: weakness.reasons };
  throw new AppError('invalid', 'weak_password', weakness.message, { detail });
}
