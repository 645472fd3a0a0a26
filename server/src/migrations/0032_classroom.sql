-- The classroom: what lessons hold, quizzes and surveys with their questions, final projects, attendance, pictures of
-- classes, and how far members have come.

-- ── Places far apart ───────────────────────────────────────────────────────────────────────────────────────────────
-- So that what moves finds room between two others, and a move writes one row (contract/src/ordering.ts).
alter table section_item disable trigger user;
alter table course_section disable trigger user;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    update section_item set position = position * 1024 where tenant = brand;
    update course_section set position = position * 1024 where tenant = brand;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
-- What is deferred is checked now: a table with checks to come cannot be altered.
set constraints all immediate;
alter table section_item enable trigger user;
alter table course_section enable trigger user;

-- keep_place(kind): what comes into a section stands at its end, and what goes leaves its place. Without a kind the row's
-- type is it: a quiz or a survey.
create or replace function keep_place() returns trigger language plpgsql as $$
declare
  fields jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  kind_of_it text := coalesce(tg_argv[0], lower(fields ->> 'type'));
begin
  if tg_op = 'UPDATE' and new.section_id = old.section_id then return null; end if;
  if tg_op <> 'INSERT' then
    delete from section_item where tenant = old.tenant and kind = kind_of_it and item_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    -- Of two that come at once one waits, and sees the other's place.
    perform 1 from course_section where tenant = new.tenant and id = new.section_id for no key update;
    insert into section_item (tenant, section_id, position, kind, item_id)
      select new.tenant, new.section_id, coalesce(max(position), 0) + 1024, kind_of_it, new.id
      from section_item where tenant = new.tenant and section_id = new.section_id;
  end if;
  return null;
end $$;

-- ── Lessons ────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table lesson
  -- The address of the uploaded file, or of another site's player.
  add video_source text,
  -- [{name, url, size}], the size in bytes.
  add attachments jsonb not null default '[]',
  add meeting_url text,
  add location text;

-- ── Quizzes and surveys ────────────────────────────────────────────────────────────────────────────────────────────
call record_table('quiz', $$
  section_id uuid not null,
  type text not null check (type in ('QUIZ', 'SURVEY')),
  material_type text not null default 'NONE' check (material_type in ('NONE', 'PRE_LIVE_CLASS', 'LIVE_CLASS', 'POST_LIVE_CLASS')),
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  header text not null default '',
  content text not null default '',
  -- In minutes.
  time_limit int check (time_limit >= 1),
  max_attempts int check (max_attempts >= 1),
  shuffle_questions boolean not null default false,
  -- [{minScore, maxScore, title, description}]; they do not overlap.
  result_detail jsonb not null default '[]',
  foreign key (tenant, section_id) references course_section on delete cascade
$$);
create index quiz_by_section on quiz (tenant, section_id);
create index quiz_list on quiz (tenant, type, id desc);
create index quiz_search on quiz using gin (search gin_trgm_ops);
create trigger keep_place after insert or delete or update of section_id on quiz for each row execute function keep_place();

create table question (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  quiz_id uuid not null,
  type text not null check (type in ('SINGLE_CHOICE', 'MULTIPLE_CHOICE', 'TRUE_FALSE', 'SHORT_ANSWER', 'RATING', 'TEXT')),
  question text not null,
  image_url text,
  -- [{optionId, text, isCorrect, priority}]
  options jsonb not null default '[]',
  answer_key text,
  explanation text not null default '',
  score int not null default 1 check (score >= 0),
  position int not null check (position >= 1),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, quiz_id, position) deferrable,
  foreign key (tenant, quiz_id) references quiz on delete cascade
);
call tenant_table('question');
call audited('question');
create trigger touch before update on question for each row execute function touch();

-- ── Final projects ─────────────────────────────────────────────────────────────────────────────────────────────────
create table final_project (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  course_id uuid not null,
  description text not null default '',
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, course_id),
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('final_project');
call audited('final_project');
create trigger touch before update on final_project for each row execute function touch();

-- ── Attendance ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- Saved once (spec §5): the app may neither change nor delete it, and its key refuses a second.
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

-- ── How far members have come ──────────────────────────────────────────────────────────────────────────────────────
-- Written by the members' own site; here it is read.
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

create table quiz_attempt (
  tenant text not null default current_tenant(),
  quiz_id uuid not null,
  user_id uuid not null,
  -- From 1.
  attempt int not null check (attempt >= 1),
  score smallint not null check (score between 0 and 100),
  -- By question: the ids of the chosen options, or the text.
  answers jsonb not null default '{}',
  submitted_at timestamptz not null default now(),
  primary key (tenant, quiz_id, user_id, attempt),
  foreign key (tenant, quiz_id) references quiz on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('quiz_attempt', 'select');
create index quiz_attempt_by_user on quiz_attempt (tenant, user_id);
