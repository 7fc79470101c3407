-- Why the user no longer has the ZIP, as billing said; null for current ones and for ends without a stated reason.
alter table subscriptions add column ended_by text;
