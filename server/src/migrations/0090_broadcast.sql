-- Broadcasts: one message to many people, their consent, and WhatsApp (docs/decisions/0137).

-- Hours in Jakarta between which broadcasts wait; the same twice: none.
alter table brand_setting
  add column quiet_from int not null default 20 check (quiet_from between 0 and 23),
  add column quiet_until int not null default 8 check (quiet_until between 0 and 23);

-- Templates as WhatsApp has them. Those that it has no more get the status DELETED, since broadcasts name them.
create table whatsapp_template (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  body text not null,
  -- Parts that messages of ours cannot fill, such as a picture above the text; empty: none.
  unsupported text not null default '',
  synced_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, name, language)
);
call tenant_table('whatsapp_template');

call record_table('broadcast', $$
  channel text not null check (channel in ('mail', 'whatsapp')),
  subject text not null default '',
  body text not null default '',
  template_id uuid,
  parameters text[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'sending', 'done', 'stopped')),
  -- Who sends it, from when on.
  by_id uuid,
  started_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (tenant, template_id) references whatsapp_template,
  foreign key (tenant, by_id) references "user" on delete set null (by_id)$$);
create index broadcast_search on broadcast using gin (search gin_trgm_ops);
create index broadcast_by_channel on broadcast (tenant, channel, id);
create index broadcast_by_state on broadcast (tenant, state, id);
create index broadcast_by_age on broadcast (tenant, created_at, id);
create index broadcast_by_change on broadcast (tenant, updated_at, id);
create index broadcast_by_name on broadcast (tenant, (search collate "C"), id);
create index broadcast_by_template on broadcast (tenant, template_id) where template_id is not null;
create index broadcast_by_sender on broadcast (tenant, by_id) where by_id is not null;

-- When a job goes on with a broadcast that is being sent: after quiet hours, or when a job was lost.
create table broadcast_due (
  tenant text not null default current_tenant(),
  broadcast_id uuid not null,
  at timestamptz not null,
  primary key (tenant, broadcast_id),
  foreign key (tenant, broadcast_id) references broadcast on delete cascade
);
call tenant_table('broadcast_due');

-- A person gets a broadcast once. `unknown`: handed over, without an answer; never handed over again.
create table broadcast_delivery (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  broadcast_id uuid not null,
  user_id uuid not null,
  state text not null default 'queued'
    check (state in ('queued', 'unknown', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  -- Why it was skipped.
  reason text check ((state = 'skipped') = (reason is not null)),
  -- Id of the message at WhatsApp.
  reference text,
  error text not null default '',
  queued_at timestamptz not null default now(),
  -- When a job took it; of a mail, also the key of the one job that may send it.
  claimed_at timestamptz,
  claimed_by text,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  primary key (tenant, id),
  unique (tenant, broadcast_id, user_id),
  foreign key (tenant, broadcast_id) references broadcast on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('broadcast_delivery');
create index broadcast_delivery_by_state on broadcast_delivery (tenant, broadcast_id, state, id);
create index broadcast_delivery_by_user on broadcast_delivery (tenant, user_id, queued_at);
create index broadcast_delivery_by_reference on broadcast_delivery (tenant, reference) where reference is not null;

-- Whether a person wants broadcasts; without a row, nobody knows.
create table marketing_consent (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  channel text not null check (channel in ('mail', 'whatsapp')),
  state text not null check (state in ('agreed', 'refused')),
  at timestamptz not null default now(),
  source text not null check (source in ('staff', 'link', 'reply')),
  note text not null default '',
  primary key (tenant, user_id, channel),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('marketing_consent');
call audited('marketing_consent');

-- Last message of a person on WhatsApp: for 24 hours they may be answered with a free text.
create table whatsapp_window (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  written_at timestamptz not null,
  primary key (tenant, user_id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('whatsapp_window');
