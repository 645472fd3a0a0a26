-- One word for one thing: who signs in is a user (no longer an account), and what is ordered has a position.
-- "user" is quoted: unquoted, SQL reads it as the role that is connected.

alter table account rename to "user";
alter index account_pkey rename to user_pkey;
alter index account_email rename to user_email;
alter index account_by_name rename to user_by_name;
alter index account_by_joined rename to user_by_joined;
alter index account_by_courses rename to user_by_courses;
alter index account_search rename to user_search;
alter table refresh_token rename account_id to user_id;
alter index refresh_token_account rename to refresh_token_user;
alter table idempotency rename account_id to user_id;

alter table course_section rename priority to position;
alter table lesson rename priority to position;
alter table learning_path_course rename priority to position;

create or replace function count_courses() returns trigger language plpgsql as $$
begin
  update "user" set total_courses = total_courses + changed.n
    from (select tenant, user_id, case tg_op when 'INSERT' then count(*) else -count(*) end as n from changed group by tenant, user_id) changed
    where "user".tenant = changed.tenant and "user".id = changed.user_id;
  return null;
end $$;

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update row_count set table_name = 'user' where table_name = 'account';
    update audit set before = before - 'priority' || jsonb_build_object('position', before -> 'priority') where before ? 'priority';
    update audit set after = after - 'priority' || jsonb_build_object('position', after -> 'priority') where after ? 'priority';
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
