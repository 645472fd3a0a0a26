-- Mails to the contacts of companies: codes of seats, and reminders of unused ones.
create table company_mail (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  company_id uuid not null,
  kind text not null check (kind in ('codes', 'reminder')),
  -- Null: all orders with seats.
  order_id uuid,
  email text not null,
  asked_at timestamptz not null default now(),
  asked_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  sent_at timestamptz,
  day date not null generated always as ((asked_at at time zone 'Asia/Jakarta')::date) stored,
  primary key (tenant, id),
  foreign key (tenant, company_id) references company on delete cascade
);
call tenant_table('company_mail', 'select, insert, update');
create index company_mail_by_company on company_mail (tenant, company_id, id);
-- A company is reminded once a day at most.
create unique index company_mail_reminder on company_mail (tenant, company_id, day) where kind = 'reminder';
