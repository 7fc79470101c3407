-- contract: 0015; only triggers use the function.
drop function count_users() cascade;

-- Total `users`: users that are not deleted, by the UTC day of the sign-up.
select keep_totals('users', '{users}', '{created_at,deleted_at}',
  $$select 'users', utc_day(r.created_at), 1 where r.deleted_at is null$$);
