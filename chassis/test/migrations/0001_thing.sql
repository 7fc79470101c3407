create table thing (
  id uuid primary key,
  version integer not null,
  seen integer not null default 1
);
