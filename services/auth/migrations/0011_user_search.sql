create extension if not exists pg_trgm;

-- What admins search users by, in one text; of the phone its digits alone, too.
create function user_search_text(first_name text, last_name text, email text, industry text, company_name text, phone text)
returns text immutable parallel safe language sql as $$
  select first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || industry || ' ' || company_name || ' '
    || phone || ' ' || translate(phone, '+-.()/ ', '')
$$;

create index users_search on users using gin (
  user_search_text(first_name, last_name, email, industry, company_name, contact_phone) gin_trgm_ops
) where deleted_at is null;
