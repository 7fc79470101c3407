-- Whether the server replied last that it takes this mail later. Such a mail waits by the recipient's fault, not by ours.
alter table mails add column is_deferred boolean not null default false;
