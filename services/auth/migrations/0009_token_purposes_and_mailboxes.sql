-- Links that sign in and links that choose a new password open different things; those mailed before stay resets.
alter table mailed_tokens drop constraint mailed_tokens_purpose_check;
alter table mailed_tokens add constraint mailed_tokens_purpose_check check (purpose in (
  'confirmation', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication'
));

-- Which mailbox a mail that anybody can ask for went to, and for whom, so that none is flooded. Null for other mails,
-- and for those that were held back.
alter table asked_mails add column mailbox text;
alter table asked_mails add column asked_by uuid;
create index asked_mails_mailbox on asked_mails (mailbox, at) where mailbox is not null;

-- Where a user was before: looked up at each sign-in, before the password is known to be right.
create index audit_log_seen on audit_log (actor_id, ip)
  where action in ('sign-in', 'account-activated', 'password-changed', 'factor-verified');
