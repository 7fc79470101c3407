-- The form in which searches compare names of places: 'St. Louis' and 'Saint Louis' are 'saint louis', 'Cañon City' is
-- 'canon city', 'O’Fallon' is 'o fallon'. An abbreviation needs a point or a word after it: 'Fort St' may become
-- 'Fort Stockton'.
create function place_key(name text) returns text immutable strict parallel safe language sql as $$
  select btrim(regexp_replace(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
      '\mst[.\s]', 'saint ', 'g'), '\mste[.\s]', 'sainte ', 'g'),
      '\mft[.\s]', 'fort ', 'g'), '\mmt[.\s]', 'mount ', 'g'),
    '[^a-z0-9]+', ' ', 'g'))
$$;

alter table zips
  add column city_key text generated always as (place_key(city)) stored,
  add column county_key text generated always as (place_key(county)) stored;

create index zips_by_part_of_city_key on zips using gin (city_key gin_trgm_ops);
create index zips_by_county_key on zips (county_key text_pattern_ops);
drop index zips_by_part_of_city, zips_by_county;

-- Without statistics the first searches would not use the indexes.
analyze zips;
