-- Claims made under an admin's label move to the sign-up industry of the same trade (claimIndustryOf in contracts).
-- Where that industry has a claim on the ZIP already, both keep what they have, the second under its label until it ends.
update claims set industry = same.industry
from (values
  ('Mortgage Brokerage', 'Mortgages'),
  ('Real Estate Brokerage', 'Brokerage or Team'),
  ('Marketing/Advertising', 'Marketing Agency')
) as same (label, industry)
where claims.industry = same.label
  and not exists (
    select from claims other
    where other.zip_code = claims.zip_code and other.industry = same.industry
      and other.state <> 'released' and claims.state <> 'released');
