-- How many opt-outs wait for an admin is asked for with each page of them.
create index opt_out_requests_needs_review on opt_out_requests (id) where state = 'needs-review';
