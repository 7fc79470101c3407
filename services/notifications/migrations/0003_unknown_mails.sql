-- How often a process died, or the connection broke, while this mail was on its way.
alter table mails add column unknowns integer not null default 0;
