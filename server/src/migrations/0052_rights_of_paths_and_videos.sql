-- Rights by course of what 0040 left out (docs/decisions/0098): submissions and projects of learning paths, and videos.

create or replace function named_rows(target regclass) returns text language sql stable as $$
  with recursive bound as (
    select unnest(array['course'::regclass, 'video'])::oid as id
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
    -- Whoever uploaded it has not saved the lesson yet.
    when 'video' then 'exists (select from upload where upload.tenant = video.tenant and upload.id = upload_id
      and (upload.user_id = nullif(current_setting(''app.actor_id'', true), '''')::uuid
        or exists (select from lesson where lesson.tenant = upload.tenant and lesson.video_source = upload.url)))'
    -- They count the rows of all courses: lists count their own.
    when 'row_count' then 'false'
    when 'week_count' then 'false'
    else (
      select string_agg(case confrelid
          -- The project of a path is about all its courses: instructors of one review it.
          when 'learning_path'::regclass then format('%I = any (array(select path_id from learning_path_course))', own_column)
          when 'course'::regclass then format('%I = any (array(select course_id from course_instructor))', own_column)
          when 'course_section'::regclass then format('%I = any (array(select id from course_section))', own_column)
          else format('exists (select from %s parent where %s)', confrelid::regclass, same) end, ' or ' order by own_column)
        from pg_constraint cross join lateral (
          select string_agg(format('parent.%I = %s.%I', theirs.attname, target, ours.attname), ' and ' order by place) as same,
            max(ours.attname) filter (where ours.attname <> 'tenant') as own_column
          from unnest(conkey, confkey) with ordinality as pair (here, there, place)
            join pg_attribute ours on ours.attrelid = conrelid and ours.attnum = here
            join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = there) keys
        where conrelid = target and contype = 'f' and (confrelid in (select id from bound)
          or confrelid = 'learning_path'::regclass and target in ('project_submission'::regclass, 'final_project'))) end
$$;

do $$
declare
  target regclass;
begin
  foreach target in array array['project_submission', 'final_project', 'video', 'video_caption']::regclass[] loop
    call tenant_policies(target);
  end loop;
end $$;
