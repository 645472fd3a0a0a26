-- Access to courses that ends (docs/decisions/0134): a course has a term, and a membership the last day that follows from
-- it when the access is given.
alter table course add column access_months smallint check (access_months between 1 and 120);
alter table course_user add column access_ends_on date;
-- Extended, and given anew after it ended; nothing else of a membership changes.
grant update (assigned_at, access_ends_on) on course_user to lectern_app;
call audited('course_user', events => 'insert or update', by_statement => true);
create index course_user_by_end on course_user (tenant, access_ends_on, user_id) where access_ends_on is not null;

-- As for new memberships: programs learn of another last day.
do $$
begin
  execute replace(replace(replace(pg_get_functiondef('emit_course_user_insert()'::regprocedure),
    'emit_course_user_insert', 'emit_course_user_update'),
    'from come cross join', 'from come join gone using (tenant, course_id, user_id) cross join'),
    $sql$array['access.given']$sql$, $sql$array[case when come.access_ends_on is distinct from gone.access_ends_on then 'access.given' end]$sql$);
  revoke execute on function emit_course_user_update() from public;
end $$;
create trigger emit_course_user_update after update on course_user referencing old table as gone new table as come
  for each statement execute function emit_course_user_update();
