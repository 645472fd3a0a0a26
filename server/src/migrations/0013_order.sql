-- One order for all that stands in a section, one for the courses of a learning path; the users of a learning path; and
-- what is published keeps what it needs.

-- ── The order of a section ─────────────────────────────────────────────────────────────────────────────────────────
-- Lessons, quizzes and surveys share it, so it is kept in one place. Positions rise from 1 and may have gaps.
create table section_item (
  tenant text not null default current_tenant(),
  section_id uuid not null,
  position int not null check (position >= 1),
  kind text not null check (kind in ('lesson', 'quiz', 'survey')),
  item_id uuid not null,
  primary key (tenant, kind, item_id),
  unique (tenant, section_id, position) deferrable,
  foreign key (tenant, section_id) references course_section on delete cascade
);
call tenant_table('section_item');

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into section_item (tenant, section_id, position, kind, item_id)
      select tenant, section_id, position, 'lesson', id from lesson where tenant = brand;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table lesson drop column position;
create index lesson_by_section on lesson (tenant, section_id);

-- keep_place(kind): what comes into a section stands at its end, and what goes leaves its place. No insert can forget it,
-- and no service makes or removes a place itself.
create function keep_place() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.section_id = old.section_id then return null; end if;
  if tg_op <> 'INSERT' then
    delete from section_item where tenant = old.tenant and kind = tg_argv[0] and item_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    -- Of two that come at once one waits, and sees the other's place.
    perform 1 from course_section where tenant = new.tenant and id = new.section_id for no key update;
    insert into section_item (tenant, section_id, position, kind, item_id)
      select new.tenant, new.section_id, coalesce(max(position), 0) + 1, tg_argv[0], new.id
      from section_item where tenant = new.tenant and section_id = new.section_id;
  end if;
  return null;
end $$;
create trigger keep_place after insert or delete or update of section_id on lesson
  for each row execute function keep_place('lesson');

-- A new order is a change of the section; that a place comes or goes is told by what stands there.
create trigger audit after update on section_item for each row execute function audit_row('section', 'section_id');

-- ── The order of a learning path ───────────────────────────────────────────────────────────────────────────────────
alter table learning_path_course disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    update learning_path_course set position = ranked.place
      from (select path_id, course_id, row_number() over (partition by path_id order by position, course_id) as place
        from learning_path_course where tenant = brand) ranked
      where learning_path_course.tenant = brand and learning_path_course.path_id = ranked.path_id
        and learning_path_course.course_id = ranked.course_id and position <> ranked.place;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table learning_path_course enable trigger audit;
alter table learning_path_course add constraint learning_path_course_position unique (tenant, path_id, position) deferrable;

-- ── The users of a learning path ───────────────────────────────────────────────────────────────────────────────────
-- As those of a course: a link is made or removed, never changed.
create table learning_path_user (
  tenant text not null default current_tenant(),
  path_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant, path_id, user_id),
  foreign key (tenant, path_id) references learning_path,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('learning_path_user', 'select, insert, delete');
create index learning_path_user_by_user on learning_path_user (tenant, user_id, assigned_at desc);
create trigger audit after insert or delete on learning_path_user
  for each row execute function audit_row('user', 'user_id', 'assign path', 'unassign path');

-- Members are what people are chosen from: by name, and counted.
create index user_members on "user" (tenant, name_key, id) where role = 'member';

-- ── What is published stays fit ────────────────────────────────────────────────────────────────────────────────────
-- The floor under server/src/shared/publishing.ts, asked as the transaction ends, so that a move may pass through a
-- state that would not do. SQLSTATE HT409 is answered as 409 with its message. The parent is locked: whoever publishes
-- it at this moment either sees what went, or is seen; so the row is locked before it is asked whether it is published.
create function refuse_unfit_course() returns trigger language plpgsql as $$
declare
  -- What went with its section is asked about there.
  course_left uuid := case tg_table_name when 'course_section' then (to_jsonb(old) ->> 'course_id')::uuid
    else (select course_id from course_section where tenant = old.tenant and id = (to_jsonb(old) ->> 'section_id')::uuid) end;
  is_kept boolean;
begin
  select is_published into is_kept from course where tenant = old.tenant and id = course_left for share;
  if is_kept and not exists (
    select 1 from course_section s join lesson l on l.tenant = s.tenant and l.section_id = s.id
      where s.tenant = old.tenant and s.course_id = course_left) then
    raise exception 'This course is published; it would lack a lesson. Unpublish it first, or add another' using errcode = 'HT409';
  end if;
  return null;
end $$;
create constraint trigger stay_published after delete or update of course_id on course_section
  deferrable initially deferred for each row execute function refuse_unfit_course();
create constraint trigger stay_published after delete or update of section_id on lesson
  deferrable initially deferred for each row execute function refuse_unfit_course();

create function refuse_empty_path() returns trigger language plpgsql as $$
declare
  is_kept boolean;
begin
  select is_published into is_kept from learning_path where tenant = old.tenant and id = old.path_id for share;
  if is_kept and not exists (select 1 from learning_path_course where tenant = old.tenant and path_id = old.path_id) then
    raise exception 'This learning path is published; it would lack a course. Unpublish it first, or add another' using errcode = 'HT409';
  end if;
  return null;
end $$;
create constraint trigger stay_published after delete or update of path_id on learning_path_course
  deferrable initially deferred for each row execute function refuse_empty_path();
