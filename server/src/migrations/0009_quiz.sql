-- Quizzes and surveys with their questions, and final projects: of a course, or what a learning path ends with.

call record_table('quiz', $$
  section_id uuid,
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
  path_id uuid,
  unique (tenant, path_id),
  foreign key (tenant, section_id) references course_section on delete cascade,
  foreign key (tenant, path_id) references learning_path on delete cascade,
  check (num_nonnulls(section_id, path_id) = 1)
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

-- Written by the members' own site; read here.
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

create table final_project (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  course_id uuid,
  description text not null default '',
  passing_score smallint not null default 70 check (passing_score between 0 and 100),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  path_id uuid,
  primary key (tenant, id),
  unique (tenant, course_id),
  unique (tenant, path_id),
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, path_id) references learning_path on delete cascade,
  check (num_nonnulls(course_id, path_id) = 1)
);
call tenant_table('final_project');
call audited('final_project');
create trigger touch before update on final_project for each row execute function touch();
