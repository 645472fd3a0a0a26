-- Rights by course (docs/decisions/0089): an instructor who sees only the courses that name them signs in to the database
-- as another role, `named_` before the tenant, whose policies show these courses and what belongs to them.

-- ── Settings of each brand ───────────────────────────────────────────────────────────────────────────────────────────
-- Each brand has a row from the start. A brand that has users by now keeps what it is used to: its instructors see all
-- courses. The rows are no change by anybody: the trail has none.
alter table brand_setting disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into brand_setting (instructor_courses)
      values (case when exists (select from "user" where tenant = brand) then 'all' else 'named' end)
      on conflict (tenant) do nothing;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table brand_setting enable trigger audit;

-- ── Policies ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Condition of the rows that such an instructor sees; null: what others see.
-- A table belongs to courses by its foreign keys, in any depth. Lists read their rows by course or section, from an index;
-- what is deeper is read by its parent. Sub-selects obey the policies of their tables.
create function named_rows(target regclass) returns text language sql stable as $$
  with recursive bound as (
    select 'course'::regclass::oid as id
    union select conrelid from pg_constraint join bound on confrelid = bound.id where contype = 'f'
  )
  select case target::text
    when 'course' then 'id = any (array(select course_id from course_instructor))'
    when 'course_instructor' then 'user_id = nullif(current_setting(''app.actor_id'', true), '''')::uuid'
    -- Staff, and the people of their courses, former ones too.
    when '"user"' then (select 'role <> ''member''' || string_agg(format(
        ' or exists (select from %1$s own where own.tenant = "user".tenant and own.user_id = "user".id)', of_people), '')
      from unnest(array['course_user', 'project_submission', 'certificate']) of_people)
    when 'audit' then 'actor_id::text = current_setting(''app.actor_id'', true)
      or belongs_to && array(select ''course:'' || course_id from course_instructor)'
    -- They count the rows of all courses: lists count their own.
    when 'row_count' then 'false'
    when 'week_count' then 'false'
    else (
      select string_agg(case confrelid
          when 'course'::regclass then format('%I = any (array(select course_id from course_instructor))', own_column)
          when 'course_section'::regclass then format('%I = any (array(select id from course_section))', own_column)
          else format('exists (select from %s parent where %s)', confrelid::regclass, same) end, ' or ' order by own_column)
        from pg_constraint cross join lateral (
          select string_agg(format('parent.%I = %s.%I', theirs.attname, target, ours.attname), ' and ' order by place) as same,
            max(ours.attname) filter (where ours.attname <> 'tenant') as own_column
          from unnest(conkey, confkey) with ordinality as pair (here, there, place)
            join pg_attribute ours on ours.attrelid = conrelid and ours.attnum = here
            join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = there) keys
        where conrelid = target and contype = 'f' and confrelid in (select id from bound)) end
$$;

-- As of 0001, with the policies of instructors. Call it again for a table that gets a foreign key to such a table.
create or replace procedure tenant_policies(name regclass) language plpgsql as $$
declare
  named constant text := coalesce(' and (' || named_rows(name) || ')', '');
  policy text;
  brand text;
begin
  for policy in select polname from pg_policy where polrelid = name loop
    execute format('drop policy %I on %s', policy, name);
  end loop;
  foreach brand in array array['coding', 'cyber', 'data'] loop
    execute format('create policy %I on %s to %I using (tenant = %L)',
      brand, name, regexp_replace(current_setting('app.role'), 'app$', brand), brand);
    execute format('create policy %I on %s to %I using (tenant = %L%s)',
      'named_' || brand, name, regexp_replace(current_setting('app.role'), 'app$', 'named_' || brand), brand, named);
    -- A new course names them, and no change takes their name off it.
    if name = 'course'::regclass then
      execute format('alter policy %I on course with check (tenant = %L
        and instructors @> jsonb_build_array(jsonb_build_object(''userId'', current_setting(''app.actor_id'', true))))',
        'named_' || brand, brand);
    end if;
  end loop;
  execute format('create policy owner on %s to %s using (tenant = current_tenant())',
    name, (select relowner::regrole from pg_class where oid = name));
end $$;

-- ── Instructors of courses ───────────────────────────────────────────────────────────────────────────────────────────
-- Users that a course names in `instructors`, by `userId`: derived, and written by triggers alone.
create table course_instructor (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  course_id uuid not null,
  primary key (tenant, user_id, course_id),
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('course_instructor', 'select');
create index course_instructor_by_course on course_instructor (tenant, course_id);

create function link_instructors() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from course_instructor where tenant = new.tenant and course_id = new.id
    and not new.instructors @> jsonb_build_array(jsonb_build_object('userId', user_id));
  insert into course_instructor (tenant, user_id, course_id)
    select new.tenant, "user".id, new.id from jsonb_array_elements(new.instructors) named
      join "user" on "user".tenant = new.tenant and "user".id = (named ->> 'userId')::uuid
    on conflict do nothing;
  return null;
end $$;
-- Before the other triggers, by its name: an instructor sees the new course in them.
create trigger assign_instructors_in after insert on course for each row execute function link_instructors();
create trigger assign_instructors_over after update on course for each row
  when (old.instructors is distinct from new.instructors) execute function link_instructors();

-- An instructor does not see which slugs other courses have.
create function free_course_slug() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  slug constant text := new.slug;
  n int := 1;
begin
  while exists (select from course where tenant = new.tenant and course.slug = new.slug) loop
    n := n + 1;
    new.slug := slug || '-' || n;
  end loop;
  return new;
end $$;
create trigger free_slug before insert on course for each row execute function free_course_slug();
revoke execute on function link_instructors(), free_course_slug() from public;

do $$
declare
  target regclass;
begin
  for target in select oid::regclass from pg_class where relrowsecurity and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace loop
    call tenant_policies(target);
  end loop;
end $$;
