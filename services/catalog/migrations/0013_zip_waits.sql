-- Users who wait for a ZIP that another user of their industry has.
create table zip_waits (
  user_id uuid not null,
  zip_code text collate "C" not null references zips,
  industry text not null,
  asked_at timestamptz not null,
  -- Both are set while the ZIP is offered to the user.
  offered_at timestamptz,
  offer_ends_at timestamptz,
  primary key (user_id, zip_code),
  check ((offered_at is null) = (offer_ends_at is null))
);

create index zip_waits_in_line on zip_waits (zip_code, industry, asked_at, user_id);

-- A ZIP is offered to one user per industry. Lists read this small index for every ZIP that they show.
create unique index zip_waits_one_offer on zip_waits (zip_code, industry) where offer_ends_at is not null;
