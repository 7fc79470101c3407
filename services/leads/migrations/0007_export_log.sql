-- Who took which rows out of the product, when, and from where.
create table export_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid not null,
  format text not null check (format in ('csv', 'json')),
  filters jsonb not null,
  ip inet,
  user_agent text,
  request_id text
);

create index export_log_by_user on export_log (user_id, at);
