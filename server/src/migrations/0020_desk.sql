-- The desk of order tracking: who follows a tracked order up, when next, and what was done (docs/decisions/0046); and the
-- chase order (docs/decisions/0050). The documents are elsewhere and stay as they are; a row has the id of its document.

create table desk_order (
  tenant text not null default current_tenant(),
  id text collate "C" not null check (char_length(id) between 1 and 150),
  -- As in the document when somebody last worked on it or saw it: what the queues are counted and filtered by. A status
  -- of another system is null.
  status text check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  ordered_at timestamptz,
  user_email text collate "C" not null default '' check (char_length(user_email) <= 300),
  service_phone text collate "C" not null default '' check (char_length(service_phone) <= 128),
  claimed_by uuid,
  claimed_at timestamptz,
  follow_up_at timestamptz,
  contacted_at timestamptz,
  contacted_count int not null default 0 check (contacted_count >= 0),
  -- The name of the template, as it was then.
  last_template text,
  -- The latest one.
  note text not null default '',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- A settled order needs no follow-up.
  is_open boolean not null generated always as (status is null or status not in ('paid', 'cancelled', 'refunded')) stored,
  -- When the desk saw the payment, and the price of the course then.
  paid_at timestamptz,
  paid_value int check (paid_value >= 0),
  primary key (tenant, id),
  foreign key (tenant, claimed_by) references "user" on delete set null (claimed_by)
);
call tenant_table('desk_order', 'select, insert, update');
call audited('desk_order');
-- The queues, each in its order.
create index desk_order_mine on desk_order (tenant, claimed_by, follow_up_at, id) where is_open;
create index desk_order_due on desk_order (tenant, follow_up_at, id) where is_open and follow_up_at is not null;
create index desk_order_contacted on desk_order (tenant, contacted_at, id) where is_open and contacted_at is not null;
create index desk_order_claimed on desk_order (tenant, ordered_at, id) where status = 'unpaid' and claimed_by is not null;
create index desk_order_by_email on desk_order (tenant, user_email) where is_open;
create index desk_order_by_holder on desk_order (tenant, claimed_by);
-- Sums of a period.
create index desk_order_placed on desk_order (tenant, ordered_at, id) include (claimed_by, contacted_at);
create index desk_order_paid on desk_order (tenant, paid_at, id) include (paid_value) where paid_at is not null;
create trigger touch before update on desk_order for each row execute function touch();

-- WhatsApp messages that customer service begins a chat with; see 0022. The key `w` takes the first by name of a status.
call record_table('desk_template', $$
  status text not null check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  body text not null check (char_length(body) between 1 and 1000),
  -- Sets the next follow-up when it is sent; null leaves it as it is.
  follow_up_hours int check (follow_up_hours between 1 and 720)
$$);
create index desk_template_by_name on desk_template (tenant, search collate "C", id);
create index desk_template_search on desk_template using gin (search gin_trgm_ops);

-- The timeline of an order. The trail has the same events as changes of the order.
create table desk_event (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id text collate "C" not null,
  at timestamptz not null default now(),
  user_id uuid,
  kind text not null check (kind in ('claim', 'release', 'hand-over', 'note', 'follow-up', 'contact', 'status')),
  -- The receiver of a hand-over.
  to_user_id uuid,
  follow_up_at timestamptz,
  template_id uuid,
  template_name text,
  status text,
  note text not null default '' check (char_length(note) <= 2000),
  primary key (tenant, id),
  foreign key (tenant, order_id) references desk_order on delete cascade,
  foreign key (tenant, user_id) references "user" on delete set null (user_id),
  foreign key (tenant, to_user_id) references "user" on delete set null (to_user_id),
  foreign key (tenant, template_id) references desk_template on delete set null (template_id)
);
call tenant_table('desk_event', 'select, insert');
create index desk_event_by_order on desk_event (tenant, order_id, id);
create index desk_event_by_user on desk_event (tenant, user_id);
create index desk_event_by_receiver on desk_event (tenant, to_user_id);
create index desk_event_by_template on desk_event (tenant, template_id);
create index desk_event_contacts on desk_event (tenant, at, order_id) include (user_id, template_name) where kind = 'contact';

-- The order that each user of the desk is working on, and when their browser last reported it (docs/decisions/0055).
create table desk_presence (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  document_id text collate "C" not null check (char_length(document_id) between 1 and 150),
  seen_at timestamptz not null default now(),
  primary key (tenant, user_id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('desk_presence', 'select, insert, update');
create index desk_presence_order on desk_presence (tenant, document_id);

-- ── Chase order ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- The weights of the rule: one row for each tenant; see 0022.
create table chase_rule (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  value_points int not null default 2 check (value_points between 0 and 100),
  value_most int not null default 40 check (value_most between 0 and 100),
  age_points int not null default 10 check (age_points between 0 and 100),
  age_most int not null default 30 check (age_most between 0 and 100),
  discount_points int not null default 40 check (discount_points between 0 and 100),
  discount_days int not null default 3 check (discount_days between 1 and 30),
  contact_points int not null default 50 check (contact_points between 0 and 100),
  contact_hours int not null default 24 check (contact_hours between 1 and 720),
  window_days int not null default 30 check (window_days between 1 and 90),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('chase_rule', 'select, update');
call audited('chase_rule', events => 'update', with_delete => false);
create unique index chase_rule_of_tenant on chase_rule (tenant);
create trigger touch before update on chase_rule for each row execute function touch();

-- Open documents of the last days, as the browsers that read them report: the candidates of the chase order.
create table chase_document (
  tenant text not null default current_tenant(),
  id text collate "C" not null check (char_length(id) between 1 and 150),
  ordered_at timestamptz not null,
  user_email text collate "C" not null default '' check (char_length(user_email) <= 300),
  service_phone text collate "C" not null default '' check (char_length(service_phone) <= 128),
  -- A course of ours; null: of another system.
  course_id uuid,
  primary key (tenant, id)
);
call tenant_table('chase_document');
create index chase_document_newest on chase_document (tenant, ordered_at desc, id) include (course_id);

-- The period that was read from the documents, by any browser.
create table chase_reading (
  tenant text not null default current_tenant(),
  read_from timestamptz not null,
  read_at timestamptz not null,
  primary key (tenant)
);
call tenant_table('chase_reading', 'select, insert, update');
