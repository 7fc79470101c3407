-- When what a mail said was forgotten: at once for links and codes, later for the rest. Until then it can be tried again.
alter table mails add column emptied_at timestamptz;
update mails set emptied_at = done_at where done_at is not null;

create index mails_newest on mails (created_at desc, id desc);
create index mails_kept on mails (done_at) where done_at is not null and emptied_at is null;
