-- Backups of the whole product that were finished, for admins to see the last one.
create table backups (
  taken_at timestamptz primary key,
  bytes bigint not null
);
