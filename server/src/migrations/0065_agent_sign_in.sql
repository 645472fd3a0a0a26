-- Agents that people connect by OAuth (docs/decisions/0116): what registered itself, and sessions that people gave to it.
create table agent_client (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- As it calls itself.
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  primary key (tenant, id)
);
call tenant_table('agent_client', 'select, insert, delete');
create index agent_client_age on agent_client (tenant, created_at);

-- The session of an agent has its name as the device.
alter table session
  add column agent_client_id uuid,
  add column may_propose boolean not null default false,
  add foreign key (tenant, agent_client_id) references agent_client;
create index session_of_agent on session (tenant, agent_client_id) where agent_client_id is not null;
create index session_agents on session (tenant, last_used_at desc, id desc) where agent_client_id is not null;

-- Kept as hashes.
create table agent_token (
  tenant text not null default current_tenant(),
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant, token_hash),
  foreign key (tenant, session_id) references session on delete cascade
);
call tenant_table('agent_token', 'select, insert, delete');
create index agent_token_session on agent_token (tenant, session_id);
create index agent_token_expiry on agent_token (tenant, expires_at);

create table agent_code (
  tenant text not null default current_tenant(),
  code_hash bytea not null,
  agent_client_id uuid not null,
  user_id uuid not null,
  -- Session in which the person consented.
  consent_id uuid not null,
  redirect_uri text not null,
  challenge text not null,
  may_propose boolean not null,
  expires_at timestamptz not null default now() + interval '60 seconds',
  -- Session that it gave; a second use ends it.
  session_id uuid,
  primary key (tenant, code_hash),
  foreign key (tenant, agent_client_id) references agent_client on delete cascade,
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('agent_code');
create index agent_code_client on agent_code (tenant, agent_client_id);
create index agent_code_user on agent_code (tenant, user_id);
create index agent_code_expiry on agent_code (tenant, expires_at);

do $do$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'key-refused'$q$, $q$'key-refused', 'agent-connected'$q$);
end $do$;
