-- Courses with their sections and lessons, learning paths, discounts, orders.
-- Keys are (tenant, id): a foreign key cannot reach another tenant's row, though PostgreSQL's own checks ignore policies.

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
  search text generated always as (lower(name)) stored,
  primary key (tenant, id),
  unique (tenant, slug),
  foreign key (tenant, shift_id) references shift,
  check (start_date <= end_date)
);
call tenant_table('course');
create index course_list on course (tenant, type, id desc);
create trigger touch before update on course for each row execute function touch();
create trigger audit after insert or update or delete on course for each row execute function audit_row('course');

create table course_section (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  course_id uuid not null,
  name text not null,
  description text not null default '',
  priority int not null check (priority >= 1),
  start_at timestamptz,
  end_at timestamptz,
  gmeet_url text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, course_id, priority) deferrable,
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('course_section');
create trigger touch before update on course_section for each row execute function touch();
create trigger audit after insert or update or delete on course_section for each row execute function audit_row('course', 'course_id', 'add section', 'remove section');

create table lesson (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  section_id uuid not null,
  name text not null,
  type text not null check (type in ('VIDEO', 'ARTICLE', 'FILE', 'LIVE_CLASS', 'PROJECT')),
  material_type text not null default 'NONE' check (material_type in ('NONE', 'PRE_LIVE_CLASS', 'LIVE_CLASS', 'POST_LIVE_CLASS')),
  priority int not null check (priority >= 1),
  description text not null default '',
  content text not null default '',
  duration int not null default 0 check (duration >= 0),
  is_preview boolean not null default false,
  start_at timestamptz,
  end_at timestamptz,
  lock_rule text not null default 'NONE' check (lock_rule in ('NONE', 'START_AT', 'PREV_SESSION', 'PREV_QUIZ')),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, section_id, priority) deferrable,
  foreign key (tenant, section_id) references course_section on delete cascade
);
call tenant_table('lesson');
create trigger touch before update on lesson for each row execute function touch();
create trigger audit after insert or update or delete on lesson for each row execute function audit_row('lesson');

-- A link is made or removed, never changed: the app may not, and its triggers hear of nothing else.
create table course_user (
  tenant text not null default current_tenant(),
  course_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant, course_id, user_id),
  foreign key (tenant, course_id) references course,
  foreign key (tenant, user_id) references account on delete cascade
);
call tenant_table('course_user', 'select, insert, delete');
create index course_user_by_user on course_user (tenant, user_id, assigned_at desc);
create trigger audit after insert or delete on course_user for each row execute function audit_row('user', 'user_id', 'assign course', 'unassign course');

-- account.total_courses serves the sort 'Empty Class' from an index.
create function count_courses() returns trigger language plpgsql as $$
begin
  update account set total_courses = total_courses + changed.n
    from (select tenant, user_id, case tg_op when 'INSERT' then count(*) else -count(*) end as n from changed group by tenant, user_id) changed
    where account.tenant = changed.tenant and account.id = changed.user_id;
  return null;
end $$;
create trigger count_courses_in after insert on course_user referencing new table as changed for each statement execute function count_courses();
create trigger count_courses_out after delete on course_user referencing old table as changed for each statement execute function count_courses();

create table learning_path (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  name text not null,
  slug text not null,
  thumbnail text,
  description text not null default '',
  price int not null default 0 check (price >= 0),
  category text,
  is_published boolean not null default false,
  is_drip_content boolean not null default false,
  drip_interval smallint check (drip_interval in (1, 7, 30)),
  type text not null default 'lifetime',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  search text generated always as (lower(name)) stored,
  primary key (tenant, id),
  unique (tenant, slug),
  check (not is_drip_content or drip_interval is not null)
);
call tenant_table('learning_path');
create trigger touch before update on learning_path for each row execute function touch();
create trigger audit after insert or update or delete on learning_path for each row execute function audit_row('learning-path');

create table learning_path_course (
  tenant text not null default current_tenant(),
  path_id uuid not null,
  course_id uuid not null,
  priority int not null check (priority >= 1),
  primary key (tenant, path_id, course_id),
  foreign key (tenant, path_id) references learning_path on delete cascade,
  foreign key (tenant, course_id) references course
);
call tenant_table('learning_path_course');
create index learning_path_course_by_course on learning_path_course (tenant, course_id);
create trigger audit after insert or update or delete on learning_path_course for each row execute function audit_row('learning-path', 'path_id', 'assign course', 'unassign course');

create table discount (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  name text not null,
  discount int not null check (discount >= 0),
  discount_type smallint not null check (discount_type in (0, 1, 2)),
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions', 'products')),
  start_date timestamptz,
  end_date timestamptz,
  is_active boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  search text generated always as (lower(name)) stored,
  primary key (tenant, id),
  check (discount_type <> 2 or discount between 1 and 100),
  check (start_date < end_date)
);
call tenant_table('discount');
create trigger touch before update on discount for each row execute function touch();
create trigger audit after insert or update or delete on discount for each row execute function audit_row('discount');

create table discount_course (
  tenant text not null default current_tenant(),
  discount_id uuid not null,
  course_id uuid not null,
  primary key (tenant, discount_id, course_id),
  foreign key (tenant, discount_id) references discount on delete cascade,
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('discount_course', 'select, insert, delete');
create index discount_course_by_course on discount_course (tenant, course_id);
create trigger audit after insert or delete on discount_course for each row execute function audit_row('discount', 'discount_id', 'assign course', 'unassign course');

create table discount_path (
  tenant text not null default current_tenant(),
  discount_id uuid not null,
  path_id uuid not null,
  primary key (tenant, discount_id, path_id),
  foreign key (tenant, discount_id) references discount on delete cascade,
  foreign key (tenant, path_id) references learning_path on delete cascade
);
call tenant_table('discount_path', 'select, insert, delete');
create index discount_path_by_path on discount_path (tenant, path_id);
create trigger audit after insert or delete on discount_path for each row execute function audit_row('discount', 'discount_id', 'assign path', 'unassign path');

create table "order" (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  invoice_number text not null,
  user_id uuid not null,
  user_name text not null,
  user_email text not null,
  user_phone text not null,
  subtotal int not null check (subtotal >= 0),
  discount_amount int not null default 0 check (discount_amount >= 0),
  voucher_code text,
  voucher_amount int not null default 0 check (voucher_amount >= 0),
  unique_code int,
  total_amount int not null check (total_amount >= 0),
  status text not null check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  payment_provider text not null,
  payment_method text not null,
  paid_at timestamptz,
  expired_at timestamptz,
  created_at timestamptz not null default now(),
  search text generated always as (lower(invoice_number || ' ' || user_name || ' ' || user_email)) stored,
  primary key (tenant, id),
  unique (tenant, invoice_number)
);
call tenant_table('"order"');
call keep_count_of('"order"');
create index order_by_created on "order" (tenant, created_at desc, id desc);
create index order_search on "order" using gin (search gin_trgm_ops);
create trigger audit after insert or update or delete on "order" for each row execute function audit_row('order');

create table order_item (
  tenant text not null default current_tenant(),
  order_id uuid not null,
  line int not null,
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions', 'products')),
  product_id uuid not null,
  product_name text not null,
  price int not null check (price >= 0),
  discount_amount int not null default 0 check (discount_amount >= 0),
  primary key (tenant, order_id, line),
  foreign key (tenant, order_id) references "order" on delete cascade
);
call tenant_table('order_item');
create trigger audit after insert or update or delete on order_item for each row execute function audit_row('order', 'order_id', 'add item', 'remove item');
