-- Keys of places now know more short forms: earlier sales get theirs too.
update sale_key_progress set zip = '';
