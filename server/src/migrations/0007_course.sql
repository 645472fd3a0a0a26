-- Courses with their sections and lessons, their members, and how far these have come.
-- Keys are (tenant, id): a foreign key cannot reach another tenant's row, though PostgreSQL's own checks ignore policies.

-- Reference data; see 0022. The client adds NONE, which is no row.
create table shift (
  tenant text not null default current_tenant(),
  id int not null check (id > 0),
  code text not null,
  description text not null,
  primary key (tenant, id),
  unique (tenant, code)
);
call tenant_table('shift', 'select');

create table course (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  type smallint not null check (type in (0, 1)),
  name text not null,
  slug text not null,
  thumbnail text,
  category text,
  product_kind smallint not null default 0 check (product_kind in (0, 2)),
  delivery_mode text not null default 'online' check (delivery_mode in ('online', 'offline')),
  course_kind text not null default 'regular' check (course_kind in ('regular', 'private')),
  price int not null default 0 check (price >= 0),
  is_published boolean not null default false,
  shift_id int,
  start_date date,
  end_date date,
  capacity int check (capacity >= 1),
  location text,
  meeting_url text,
  description text not null default '',
  learning_outcomes jsonb not null default '[]',
  skills jsonb not null default '[]',
  prerequisites text not null default '',
  level text not null default 'beginner' check (level in ('beginner', 'intermediate', 'advanced')),
  instructors jsonb not null default '[]',
  intro_video_url text,
  whatsapp_group_url text,
  has_certificate boolean not null default true,
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  total_members int not null default 0,
  -- Name of the original when this copy of it was made, for the history of the copy.
  copied_from text,
  search text generated always as (search_text(name)) stored,
  primary key (tenant, id),
  unique (tenant, slug),
  foreign key (tenant, shift_id) references shift,
  check (start_date <= end_date)
);
call tenant_table('course');
call audited('course', count_column => 'total_members');
create index course_list on course (tenant, type, id desc);
-- Sorts of the list (docs/decisions/0027): an index is read forwards and backwards, ties by the id. What a long list is
-- filtered by stands behind the id, so that a filter passes over entries and fetches no row.
create index course_by_name on course (tenant, type, search collate "C", id, category, is_published);
create index course_by_price on course (tenant, type, price, id, category, is_published);
create index course_by_start on course (tenant, type, start_date, id, category, is_published);
create index course_by_members on course (tenant, type, total_members, id, category, is_published);
create index course_by_updated on course (tenant, type, updated_at, id, category, is_published);
create index course_search on course using gin (search gin_trgm_ops);
-- For the start page, and for the list of courses that have certificates.
create index course_draft_by_updated on course (tenant, type, updated_at, id) where not is_published;
create index course_with_certificate on course (tenant, search collate "C", id) where has_certificate;
-- A count raises no version: `touch` would compare the whole course, its texts too.
create trigger touch before update on course for each row when (old.total_members = new.total_members) execute function touch();
create trigger refuse_count before update of total_members on course
  for each row when (old.total_members is distinct from new.total_members) execute function refuse_count();
create trigger refuse_first_count before insert on course
  for each row when (new.total_members <> 0) execute function refuse_count();

create table course_section (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  course_id uuid not null,
  name text not null,
  description text not null default '',
  position int not null check (position >= 1),
  start_at timestamptz,
  end_at timestamptz,
  gmeet_url text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, course_id, position) deferrable,
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('course_section');
call audited('course_section');
-- Instructors and rooms that are needed at the same time.
create index course_section_by_start on course_section (tenant, start_at);
create trigger touch before update on course_section for each row execute function touch();

create table lesson (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  section_id uuid not null,
  name text not null,
  type text not null check (type in ('VIDEO', 'ARTICLE', 'FILE', 'LIVE_CLASS', 'PROJECT')),
  material_type text not null default 'NONE' check (material_type in ('NONE', 'PRE_LIVE_CLASS', 'LIVE_CLASS', 'POST_LIVE_CLASS')),
  description text not null default '',
  content text not null default '',
  duration int not null default 0 check (duration >= 0),
  is_preview boolean not null default false,
  start_at timestamptz,
  end_at timestamptz,
  lock_rule text not null default 'NONE' check (lock_rule in ('NONE', 'START_AT', 'PREV_SESSION', 'PREV_QUIZ')),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- The address of the uploaded file, or of another site's player.
  video_source text,
  -- [{name, url, size}], the size in bytes.
  attachments jsonb not null default '[]',
  meeting_url text,
  location text,
  search text generated always as (search_text(name)) stored,
  primary key (tenant, id),
  foreign key (tenant, section_id) references course_section on delete cascade
);
call tenant_table('lesson');
call audited('lesson');
create index lesson_by_section on lesson (tenant, section_id);
create index lesson_search on lesson using gin (search gin_trgm_ops);
-- Hash, because an address can be longer than an entry of a btree.
create index lesson_by_video on lesson using hash (video_source);
-- Classes with a time of their own; those without follow their section (course_section_by_start).
create index lesson_class_by_start on lesson (tenant, start_at) where type = 'LIVE_CLASS' and start_at is not null;
create trigger touch before update on lesson for each row execute function touch();

-- ── The order of a section ───────────────────────────────────────────────────────────────────────────────────────────
-- Lessons, quizzes and surveys share one order. Positions are far apart, so that a move finds room between two others and
-- writes one row (contract/src/kernel/ordering.ts).
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
-- Another order is a change of the section; creating and deleting a place is part of the item's own change.
call audited('section_item', array['item_id>@kind'], events => 'update', with_delete => false);

-- keep_place(kind): an item that enters a section gets its last place, and loses it when it leaves. Without a kind, the
-- row's type is it: a quiz or a survey. An item that is in no section has no place.
create function keep_place() returns trigger language plpgsql as $$
declare
  fields jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  kind_of_it text := coalesce(tg_argv[0], lower(fields ->> 'type'));
begin
  if tg_op = 'UPDATE' and new.section_id is not distinct from old.section_id then return null; end if;
  if tg_op <> 'INSERT' then
    delete from section_item where tenant = old.tenant and kind = kind_of_it and item_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.section_id is not null then
    -- Of two items that enter at once, one waits and sees the other's place.
    perform 1 from course_section where tenant = new.tenant and id = new.section_id for no key update;
    insert into section_item (tenant, section_id, position, kind, item_id)
      select new.tenant, new.section_id, coalesce(max(position), 0) + 1024, kind_of_it, new.id
      from section_item where tenant = new.tenant and section_id = new.section_id;
  end if;
  return null;
end $$;
create trigger keep_place after insert or delete or update of section_id on lesson
  for each row execute function keep_place('lesson');

-- ── Published courses keep a lesson ──────────────────────────────────────────────────────────────────────────────────
-- The last defence behind server/src/shared/publishing.ts. Checked as the transaction ends, so that a move may pass through
-- an invalid state. SQLSTATE HT409 becomes a 409 with the message. The parent is locked before it is asked whether it is
-- published: a publication at the same moment either sees what is deleted, or is seen.
create function refuse_unfit_course() returns trigger language plpgsql as $$
declare
  -- Lessons that are deleted with their section are checked with the section.
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

-- ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A link is made or removed, never changed: the server may not, and the triggers expect nothing else.
create table course_user (
  tenant text not null default current_tenant(),
  course_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant, course_id, user_id),
  foreign key (tenant, course_id) references course,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('course_user', 'select, insert, delete');
call audited('course_user', events => 'insert', by_statement => true);
create index course_user_by_user on course_user (tenant, user_id, assigned_at desc);
create trigger count_courses_in after insert on course_user referencing new table as changed
  for each statement execute function count_links('user', 'user_id', 'total_courses');
create trigger count_courses_out after delete on course_user referencing old table as changed
  for each statement execute function count_links('user', 'user_id', 'total_courses');
create trigger count_members_in after insert on course_user referencing new table as changed
  for each statement execute function count_links('course', 'course_id', 'total_members');
create trigger count_members_out after delete on course_user referencing old table as changed
  for each statement execute function count_links('course', 'course_id', 'total_members');

-- ── Attendance and progress ──────────────────────────────────────────────────────────────────────────────────────────
-- Saved once (spec §5): the server may neither change nor delete it, and its key refuses a second.
create table attendance (
  tenant text not null default current_tenant(),
  lesson_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('PRESENT', 'LATE', 'EXCUSED', 'SICK', 'ABSENT')),
  note text not null default '',
  updated_at timestamptz not null default now(),
  primary key (tenant, lesson_id, user_id),
  foreign key (tenant, lesson_id) references lesson on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('attendance', 'select, insert');
call audited('attendance', events => 'insert');
create index attendance_by_user on attendance (tenant, user_id);

-- Pictures of a class.
create table lesson_documentation (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  lesson_id uuid not null,
  image_url text not null,
  primary key (tenant, id),
  foreign key (tenant, lesson_id) references lesson on delete cascade
);
call tenant_table('lesson_documentation', 'select, insert, delete');
call audited('lesson_documentation', events => 'insert');
create index lesson_documentation_by_lesson on lesson_documentation (tenant, lesson_id);

-- Written by the members' own site; read here.
create table lesson_completion (
  tenant text not null default current_tenant(),
  lesson_id uuid not null,
  user_id uuid not null,
  completed_at timestamptz not null default now(),
  primary key (tenant, lesson_id, user_id),
  foreign key (tenant, lesson_id) references lesson on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('lesson_completion', 'select');
create index lesson_completion_by_user on lesson_completion (tenant, user_id);
