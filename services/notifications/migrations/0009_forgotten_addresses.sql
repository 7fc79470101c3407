-- Hashes of the addresses of deleted users, kept while something that was asked for before the deletion may still arrive.
create table forgotten_addresses (
  hash bytea primary key,
  -- What is older than this is not stored.
  forgotten_before timestamptz not null
);

-- Messages to support are found by the address of their sender.
create index mails_reply_to on mails (lower(reply_to)) where reply_to is not null;
