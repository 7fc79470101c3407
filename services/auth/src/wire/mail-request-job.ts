import { AppError } from '@closingwire/chassis/app-error';
import type { Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { mailRequest } from './mail-request.ts';
import { mailOtp } from './otp.ts';
import { mailRecovery } from './recover.ts';
import { mailAgain } from './resend.ts';
import type { Wire } from './wire.ts';

/**
 * Does what was asked for where accounts are hidden. What is over the hour's budget by now is left out, so that it uses
 * up no later hour's.
 */
export function mailRequestJob(wire: Wire): Task {
  async function work(tx: Tx, payload: unknown): Promise<void> {
    const request = mailRequest.parse(payload);
    if (request.call === 'recover') return mailRecovery(wire, tx, request);
    if (request.call === 'otp') return mailOtp(wire, tx, request);
    return mailAgain(wire, tx, request);
  }
  return async payload => {
    try {
      await wire.pg.transaction(tx => work(tx, payload));
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'too-many')) throw error;
    }
  };
}
