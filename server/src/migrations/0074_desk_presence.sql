-- The order that each user of the desk is working on, and when their browser last reported it (docs/decisions/0060).
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
