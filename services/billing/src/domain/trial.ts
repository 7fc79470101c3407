const dayMs = 86_400_000;

export type TrialState = { kind: 'running'; daysRemaining: number } | { kind: 'over' };

type TrialEnd = { trialExpiresAt: Date };

/** Days are rounded up: in its last hour a trial still has one day. */
export function trialState({ trialExpiresAt }: TrialEnd, now: Date): TrialState {
  const leftMs = trialExpiresAt.getTime() - now.getTime();
  return leftMs > 0 ? { kind: 'running', daysRemaining: Math.ceil(leftMs / dayMs) } : { kind: 'over' };
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * dayMs);
}

/** Days before the end at which a reminder is due; 0 is the end itself. */
export const reminderDays = [7, 3, 1, 0] as const;
export type ReminderDays = (typeof reminderDays)[number];

/**
 * The reminder that is due now, if it was not given yet. Reminders whose time went by unnoticed (the clock
 * stood still) are not made up for: only the latest one counts.
 */
export function dueReminder(
  { trialExpiresAt }: TrialEnd,
  given: readonly number[],
  now: Date,
): ReminderDays | undefined {
  const latest = reminderDays.findLast(days => addDays(trialExpiresAt, -days) <= now);
  return latest === undefined || given.includes(latest) ? undefined : latest;
}
