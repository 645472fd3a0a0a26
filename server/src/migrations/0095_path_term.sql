-- Access to learning paths that ends, as that to courses does (0088, docs/decisions/0134).
alter table learning_path add column access_months smallint;
-- Not validated, which would read the table under a lock: there are no values yet.
alter table learning_path add constraint learning_path_access_months_check check (access_months between 1 and 120) not valid;
alter table learning_path_user add column access_ends_on date;
grant update (assigned_at, access_ends_on) on learning_path_user to lectern_app;
call audited('learning_path_user', events => 'insert or update', by_statement => true);

-- Programs learn of another last day.
do $$
begin
  execute replace(replace(replace(pg_get_functiondef('emit_learning_path_user_insert()'::regprocedure),
    'emit_learning_path_user_insert', 'emit_learning_path_user_update'),
    'from come cross join', 'from come join gone using (tenant, path_id, user_id) cross join'),
    $sql$array['access.given']$sql$, $sql$array[case when come.access_ends_on is distinct from gone.access_ends_on then 'access.given' end]$sql$);
  revoke execute on function emit_learning_path_user_update() from public;
end $$;
create trigger emit_learning_path_user_update after update on learning_path_user referencing old table as gone new table as come
  for each statement execute function emit_learning_path_user_update();

-- Access that was extended justifies the courses of the path again.
create trigger settle_access_gaps_of_path_update after update on learning_path_user referencing new table as changed
  for each statement execute function settle_access_gaps_of_path();

-- Memberships of courses that end are kept open by a path: whether their members are at risk, or guests of classes, follows it.
do $$
declare
  ending constant text := ' and link.access_ends_on is not null';
  of_user constant text := 'join learning_path_course part on part.tenant = changed.tenant and part.path_id = changed.path_id
    join course_user link on link.tenant = changed.tenant and link.course_id = part.course_id and link.user_id = changed.user_id';
  of_course constant text := 'join learning_path_user taken on taken.tenant = changed.tenant and taken.path_id = changed.path_id
    join course_user link on link.tenant = changed.tenant and link.course_id = changed.course_id and link.user_id = taken.user_id';
  source record;
begin
  for source in select * from (values
    ('learning_path_user', 'insert', of_user, null),
    ('learning_path_user', 'delete', of_user, null),
    ('learning_path_user', 'update', of_user,
      '(tenant, path_id, user_id) where come.access_ends_on is distinct from gone.access_ends_on'),
    ('learning_path_course', 'insert', of_course, null),
    ('learning_path_course', 'delete', of_course, null)
  ) source (name, event, joins, updates) loop
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function check_risk(%L, %L%s)',
      'check_risk_' || source.event, source.event, source.name,
      concat_ws(' ', case when source.event <> 'insert' then 'old table as gone' end, case when source.event <> 'delete' then 'new table as come' end),
      'link.user_id, link.course_id', source.joins || ending, ', ' || quote_literal(source.updates));
  end loop;
end $$;

create function path_members_in_calendar() returns trigger language plpgsql as $$
begin
  perform follow_calendar(tenant, events_of_course(tenant, course_id)) from (
    select distinct part.tenant, part.course_id from changed
      join learning_path_course part on part.tenant = changed.tenant and part.path_id = changed.path_id
      join course_user link on link.tenant = changed.tenant and link.course_id = part.course_id and link.user_id = changed.user_id
    where link.access_ends_on is not null) kept;
  return null;
end $$;
create trigger calendar_in after insert on learning_path_user referencing new table as changed for each statement execute function path_members_in_calendar();
create trigger calendar_out after delete on learning_path_user referencing old table as changed for each statement execute function path_members_in_calendar();
create trigger calendar_update after update on learning_path_user referencing new table as changed for each statement execute function path_members_in_calendar();
revoke execute on function path_members_in_calendar() from public;
