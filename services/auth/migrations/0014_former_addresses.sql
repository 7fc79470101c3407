-- Addresses that a user had confirmed and gave up. Other services know some things by the address alone, and are sent these
-- with the deletion.
create table former_addresses (
  user_id uuid not null references users on delete cascade,
  email text not null,
  left_at timestamptz not null,
  primary key (user_id, email)
);
create index former_addresses_email on former_addresses (email);

create function keep_former_address() returns trigger language plpgsql as $$
begin
  insert into former_addresses (user_id, email, left_at) values (old.id, old.email, clock_timestamp())
  on conflict (user_id, email) do update set left_at = excluded.left_at;
  return null;
end
$$;

create trigger users_left_address after update of email on users for each row
  when (old.email is distinct from new.email and old.email_confirmed_at is not null)
  execute function keep_former_address();

-- Who was deleted, and when; nothing else about them. A restore of an older backup deletes them again.
create table deleted_users (
  id uuid primary key,
  deleted_at timestamptz not null
);
