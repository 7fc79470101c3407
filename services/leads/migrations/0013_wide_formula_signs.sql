-- Spreadsheets take the wide forms of = + - @ (U+FF1D, U+FF0B, U+FF0D, U+FF20) for the same signs.
create or replace function csv_text(value text) returns text immutable parallel safe language sql as $$
  select case when ascii(value) in (9, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312)
    then '''' || value else value end
$$;
