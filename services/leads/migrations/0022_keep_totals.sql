-- contract: 0021; only triggers use the function.
drop function count_flags() cascade;

-- Total `flags`: flags by status.
select keep_totals('lead_flags', '{flags}', '{status}', $$select 'flags', r.status, 1$$);
