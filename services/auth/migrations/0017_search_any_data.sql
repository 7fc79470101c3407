-- Letters without their accents, in any case: 'nunez' finds Núñez. The database has no extension for it everywhere.
create function plain_text(value text) returns text immutable parallel safe language sql as $$
  select regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')
$$;

create index users_search_plain on users using gin (
  plain_text(user_search_text(first_name, last_name, email, industry, company_name, contact_phone)) gin_trgm_ops
) where deleted_at is null;

create index account_copies_customer on account_copies (stripe_customer_id) where stripe_customer_id is not null;

-- ZIPs of users from billing's events, for the search. No foreign key: an event may outlive the user.
create table subscription_copies (
  id uuid primary key,
  version integer not null,
  user_id uuid not null,
  zip_code text not null,
  city text not null,
  cancelled_at timestamptz
);
create index subscription_copies_user on subscription_copies (user_id);
create index subscription_copies_zip on subscription_copies (zip_code) where cancelled_at is null;
create index subscription_copies_city on subscription_copies using gin (plain_text(city) gin_trgm_ops)
  where cancelled_at is null;
