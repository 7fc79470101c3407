create extension if not exists pg_trgm;

create table zips (
  -- Compared byte by byte, so that the primary key also serves the search for the beginning of a ZIP.
  zip_code text collate "C" primary key check (zip_code ~ '^[0-9]{5}$'),
  city text not null,
  state text collate "C" not null check (state ~ '^[A-Z]{2}$'),
  latitude double precision,
  longitude double precision,
  -- In whole USD.
  price integer not null default 25 check (price >= 0),
  is_available boolean not null default true,
  scrape_active boolean not null default true,
  version integer not null default 1
);

create index zips_by_state on zips (state, zip_code);
create index zips_by_part_of_city on zips using gin (city gin_trgm_ops);

-- Which data sets were loaded; a row here keeps the next boot from loading it again.
create table catalogue_loads (
  source text primary key,
  zip_count integer not null,
  loaded_at timestamptz not null default now()
);
