-- contract: 0010; only triggers use the function.
drop function count_deliveries() cascade;

-- Total `deliveries`: webhook deliveries by state.
select keep_totals('webhook_deliveries', '{deliveries}', '{state}', $$select 'deliveries', r.state, 1$$);
