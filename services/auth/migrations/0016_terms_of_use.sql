-- The version of the Terms of use that the user accepted last; null before.
alter table users add column terms_version text;

-- Each acceptance, as proof. Deleted with the user.
create table terms_acceptances (
  user_id uuid not null references users on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  ip inet,
  user_agent text not null,
  primary key (user_id, version)
);
