-- Members at risk found by what changed, and their number by day (docs/decisions/0138).

-- Memberships whose facts may differ from what is stored: now, because something changed, or later, by time alone. Rows are
-- only added and deleted, so that reports of progress do not wait for each other.
create table risk_check (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  course_id uuid not null,
  id uuid not null default new_id(),
  due_at timestamptz not null default '-infinity',
  primary key (tenant, user_id, course_id, id)
);
call tenant_table('risk_check', 'select, insert, delete');
create index risk_check_by_due on risk_check (tenant, due_at, user_id, course_id);

-- check_risk(user and course, joins of the changed rows, how an update joins its old rows): adds the memberships that a
-- statement changes.
create function check_risk() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('insert into risk_check (tenant, user_id, course_id) select distinct changed.tenant, %s from (%s) changed %s',
    tg_argv[0],
    case tg_op when 'INSERT' then 'table come' when 'DELETE' then 'table gone'
      else coalesce('select come.* from come join gone using ' || tg_argv[2], 'table come union all table gone') end,
    tg_argv[1]);
  return null;
end $$;

-- Of one row of what a member did, by its lesson or quiz; sites report thousands a second.
create function check_risk_of_work() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  work record;
begin
  if tg_op = 'DELETE' then work := old; else work := new; end if;
  if tg_argv[0] = 'quiz' then
    insert into risk_check (tenant, user_id, course_id)
      select work.tenant, work.user_id, section.course_id from quiz
        join course_section section on section.tenant = quiz.tenant and section.id = quiz.section_id
        where quiz.tenant = work.tenant and quiz.id = work.quiz_id;
  else
    insert into risk_check (tenant, user_id, course_id)
      select work.tenant, work.user_id, section.course_id from lesson
        join course_section section on section.tenant = lesson.tenant and section.id = lesson.section_id
        where lesson.tenant = work.tenant and lesson.id = work.lesson_id;
  end if;
  return null;
end $$;
create trigger check_risk after insert or update or delete on lesson_completion for each row execute function check_risk_of_work('lesson');
create trigger check_risk after insert or update or delete on attendance for each row execute function check_risk_of_work('lesson');
create trigger check_risk after insert or update or delete on quiz_attempt for each row execute function check_risk_of_work('quiz');
create trigger check_risk after insert or delete on lesson_position for each row execute function check_risk_of_work('lesson');
-- Reported every few seconds while somebody watches.
create trigger check_risk_update after update on lesson_position for each row
  when (date_trunc('hour', new.reached_at) <> date_trunc('hour', old.reached_at)) execute function check_risk_of_work('lesson');

do $$
declare
  in_course text := ' join course_section section on section.tenant = changed.tenant and section.id = ';
  members text := ' join course_user link on link.tenant = changed.tenant and link.course_id = ';
  brand text;
  source record;
  event text;
begin
  for source in select * from (values
    ('course_user', '{insert,update,delete}', 'user_id, course_id', '', null),
    ('certificate', '{insert,update,delete}', 'user_id, course_id', 'where course_id is not null', null),
    ('project_submission', '{insert,update,delete}', 'user_id, course_id', 'where course_id is not null', null),
    ('lesson', '{update,delete}', 'link.user_id, link.course_id', in_course || 'changed.section_id' || members || 'section.course_id',
      '(tenant, id) where come.start_at is distinct from gone.start_at'),
    ('quiz', '{update,delete}', 'link.user_id, link.course_id', in_course || 'changed.section_id' || members || 'section.course_id',
      '(tenant, id) where (come.name, come.type, come.passing_score) is distinct from (gone.name, gone.type, gone.passing_score)'),
    ('course_section', '{delete}', 'link.user_id, link.course_id', members || 'changed.course_id', null),
    ('course', '{update}', 'link.user_id, link.course_id', members || 'changed.id',
      '(tenant, id) where (come.is_published, come.start_date, come.end_date) is distinct from (gone.is_published, gone.start_date, gone.end_date)'),
    ('user', '{update}', 'link.user_id, link.course_id', 'join course_user link on link.tenant = changed.tenant and link.user_id = changed.id',
      '(tenant, id) where come.status <> gone.status')
  ) source (name, events, columns, joins, updates) loop
    foreach event in array source.events::text[] loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function check_risk(%L, %L%s)',
        'check_risk_' || event, event, source.name,
        concat_ws(' ', case when event <> 'insert' then 'old table as gone' end, case when event <> 'delete' then 'new table as come' end),
        source.columns, source.joins, ', ' || quote_literal(source.updates));
    end loop;
  end loop;
  -- Every membership once.
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    insert into risk_check (user_id, course_id)
      select user_id, course_id from course_user where tenant = brand union select user_id, course_id from at_risk where tenant = brand;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
-- The first run reads it before anything else gathers statistics.
analyze risk_check;
revoke execute on function check_risk(), check_risk_of_work() from public;

-- Guests of classes follow the end of their access, too (docs/decisions/0134).
create trigger calendar_update after update on course_user referencing new table as changed for each statement execute function members_in_calendar();

-- Members at risk of each published course that has not ended, as last counted on a day in Jakarta.
create table at_risk_day (
  tenant text not null default current_tenant(),
  day date not null,
  course_id uuid not null,
  members int not null,
  idle int not null,
  absent int not null,
  failed int not null,
  primary key (tenant, day, course_id),
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('at_risk_day', 'select, insert, update, delete');
create index at_risk_day_by_course on at_risk_day (tenant, course_id, day);
