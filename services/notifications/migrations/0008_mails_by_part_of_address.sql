-- Admins search mails by a part of the address.
create extension if not exists pg_trgm;
create index mails_recipient_parts on mails using gin (recipient gin_trgm_ops);
