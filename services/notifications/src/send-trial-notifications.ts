import type { Pg } from '@closingwire/chassis/pg';
import { unpaidTrialsEnding } from './db/trials.ts';
import { endsWithin } from './domain/trial-mail.ts';
import { claimTrialMail } from './events/claim-trial-mail.ts';

/** Mails everybody whose trial ends in so many days; who was told so already is not told again. */
export async function sendTrialNotifications(
  pg: Pg,
  days: number,
  now: Date,
): Promise<{ notificationsSent: number; errors: string[] }> {
  const trials = await unpaidTrialsEnding(pg, endsWithin(days, now));
  let notificationsSent = 0;
  const errors: string[] = [];
  for (const trial of trials) {
    try {
      const isNew = await pg.transaction(tx => claimTrialMail(tx, trial, now));
      if (isNew) notificationsSent++;
    } catch (error) {
      errors.push(`${trial.email}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { notificationsSent, errors };
}
