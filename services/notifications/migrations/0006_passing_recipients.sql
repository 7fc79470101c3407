-- Mails to people who have no account, whose address is forgotten some time after they ended.
create index mails_passing on mails (template, done_at) where recipient <> '' and done_at is not null;
