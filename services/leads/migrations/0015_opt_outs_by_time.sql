-- How many links one network asked for in the last hour is asked with each request to be left out.
create index audit_log_opt_outs on audit_log (at) where action = 'opt-out-requested';
