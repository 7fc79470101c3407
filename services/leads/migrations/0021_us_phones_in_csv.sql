-- A phone number without +1, or with another leading + written as 00: no spreadsheet takes it for a formula, and it can be dialed.
create or replace function csv_phone(value text) returns text immutable parallel safe language sql as $$
  select case when ascii(value) <> 43 then csv_text(value)
    when value ~ '^\+1[\s.-]*[\d(][\d\s().-]+$' then regexp_replace(value, '^\+1[\s.-]*', '')
    else '00' || substr(value, 2) end
$$;
