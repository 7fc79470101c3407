import { AppError } from '@closingwire/chassis/app-error';
import type { Pg } from '@closingwire/chassis/pg';
import type { LoggedMail } from '@closingwire/contracts/notifications';
import { findMail } from './db/mail-log.ts';
import { tryAgain } from './db/mails.ts';

const mayNot = ({ state }: LoggedMail) =>
  state === 'sent' || state === 'sending'
    ? 'This mail was sent; no mail is sent twice'
    : 'What this mail said is no longer kept';

async function mailOf(pg: Pg, id: string): Promise<LoggedMail> {
  const mail = await findMail(pg, id);
  if (!mail) throw new AppError('missing', 'mail_unknown', 'This mail does not exist');
  return mail;
}

/** Tries a mail again now that was not sent. Asked twice before it left, it leaves once. */
export async function replayMail(pg: Pg, id: string): Promise<LoggedMail> {
  const isTried = await pg.transaction(tx => tryAgain(tx, id));
  const mail = await mailOf(pg, id);
  if (!isTried) throw new AppError('conflict', 'mail_not_replayable', mayNot(mail));
  return mail;
}
