-- One row is one claim: this template goes to this address about this subject once. Its id is the Message-ID.
create table mails (
  id uuid primary key,
  template text not null,
  recipient text not null,
  subject_key text not null,
  user_id uuid,
  reply_to text,
  -- What the template needs; emptied when the mail is done with, because it may hold a secret link.
  data jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'skipped', 'refused', 'unknown')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  unique (template, recipient, subject_key)
);

create index mails_user on mails (user_id) where user_id is not null;
create index mails_undone on mails (created_at) where state in ('waiting', 'sending');
