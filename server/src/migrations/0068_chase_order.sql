-- The chase order of the desk, and what recovered payment (docs/decisions/0055).

-- The weights of the rule: one row per brand.
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
create unique index chase_rule_of_tenant on chase_rule (tenant);
create trigger touch before update on chase_rule for each row execute function touch();
call tenant_table('chase_rule', 'select, update');
call audited('chase_rule', events => 'update', with_delete => false);

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

-- When the desk saw the payment, and the price of the course then.
alter table desk_order add column paid_at timestamptz, add column paid_value int check (paid_value >= 0);
create index desk_order_placed on desk_order (tenant, ordered_at, id) include (claimed_by, contacted_at);
create index desk_order_paid on desk_order (tenant, paid_at, id) include (paid_value) where paid_at is not null;
create index desk_event_contacts on desk_event (tenant, at, order_id) include (user_id, template_name) where kind = 'contact';

do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into chase_rule default values;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
