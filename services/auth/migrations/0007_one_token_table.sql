-- One table for every secret that travels by mail, whichever door asked for it. A link carries a secret of its own;
-- a code, where there is one, works together with the address it was sent to. Codes and links of the second table
-- lived an hour at most: whoever waits for one asks again.
drop table pending_tokens;

alter table one_time_tokens rename to mailed_tokens;
alter table mailed_tokens rename column token_hash to secret_hash;
alter table mailed_tokens rename column relates_to to address;
alter table mailed_tokens alter column secret_hash type bytea using decode(secret_hash, 'hex');
-- Keyed hash of the code; null for a mail without one, and for all but the newest mail of a purpose.
alter table mailed_tokens add column code_hash bytea;
alter table mailed_tokens drop column redirect_to;
alter table mailed_tokens add foreign key (flow_state_id) references flow_states on delete set null;
alter table mailed_tokens drop constraint one_time_tokens_purpose_check;
alter table mailed_tokens add constraint mailed_tokens_purpose_check check (purpose in (
  'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication'
));
alter index one_time_tokens_user rename to mailed_tokens_user;
create index mailed_tokens_flow on mailed_tokens (flow_state_id) where flow_state_id is not null;
create index mailed_tokens_expiry on mailed_tokens (expires_at);
create index mailed_tokens_code on mailed_tokens (address, purpose) where code_hash is not null;

-- What waits with a confirmation has one form now, whichever door it came through.
update mailed_tokens set payload = jsonb_build_object(
  'passwordHash', payload -> 'passwordHash', 'profile', payload - 'passwordHash'
) where purpose = 'confirmation' and payload ? 'firstName';

-- 'either': one confirmation of the two is enough.
alter table users drop constraint users_email_change_proven_check;
alter table users add constraint users_email_change_proven_check
  check (email_change_proven in ('current', 'new', 'either'));

-- The time step of the newest code: an older one, or the same again, does not work.
alter table mfa_factors add column last_step bigint;

-- Each kind of mail has a budget of its own.
alter table asked_mails add column kind text not null default 'notice';
drop index asked_mails_at;
create index asked_mails_kind on asked_mails (kind, at);
