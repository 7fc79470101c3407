-- As before, but a source whose license ended says nothing while another source of the row has a valid one.
create or replace function ranked_facts(reports jsonb)
returns table (name text, value jsonb, source smallint, rank bigint) stable language sql as $$
  with said as (
    select r.key::smallint as source, r.value -> 'facts' as facts, (r.value -> 'said')::numeric as said, s.trust,
      coalesce(s.expires_at > now(), true) as is_valid
    from jsonb_each(reports) r left join sources s on s.id = r.key::smallint)
  select f.key, f.value, r.source, row_number() over (partition by f.key order by
    f.key in ('city', 'state', 'has_own_place') and r.facts ->> 'has_own_place' = 'false',
    r.trust desc nulls last, r.said desc nulls last, r.source)
  from said r cross join jsonb_each(r.facts) f
  where r.is_valid or not exists (select from said v where v.is_valid)
$$;
