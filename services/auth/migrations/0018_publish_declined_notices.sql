-- Users whose state a service missed; a job publishes it again. Without a foreign key: the job locks these rows before
-- users, and a deletion would lock them after.
create table users_to_publish (
  user_id uuid primary key,
  due_at timestamptz not null
);

create index users_to_publish_due on users_to_publish (due_at);

-- Leads stores preferences since its migration 0044, and counts unknown ones as wanting notices. In an hour every process
-- of the earlier version, which would ignore the preference, has ended.
insert into users_to_publish (user_id, due_at)
select id, now() + interval '1 hour' from users
where not email_notifications and email_confirmed_at is not null and email is not null and deleted_at is null;
