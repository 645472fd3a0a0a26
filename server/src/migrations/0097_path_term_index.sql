-- Learning paths that end soon or have ended, in the list of users.
drop index concurrently if exists learning_path_user_by_end;
create index concurrently learning_path_user_by_end on learning_path_user (tenant, access_ends_on, user_id) where access_ends_on is not null;
