-- When mails were asked for, to keep to so many an hour; swept once they are older.
create table asked_mails (
  at timestamptz not null
);

create index asked_mails_at on asked_mails (at);
