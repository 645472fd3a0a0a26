-- Changes that agents propose and people sign or refuse (docs/decisions/0112).
create table proposal (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- Session of the agent: an API key, or the consent of a person, who is then `user_id`.
  agent_id uuid not null,
  agent_name text not null,
  user_id uuid,
  -- The call that signing makes: its tool, and its params, query and body.
  tool text not null,
  input jsonb not null,
  title text not null,
  reason text not null,
  -- Lines of the trail that a trial of the call wrote before it was rolled back, and a hash of what they change.
  effects jsonb not null,
  effects_digest text not null,
  state text not null default 'open' check (state in ('open', 'signed', 'refused')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  decided_at timestamptz,
  decided_by uuid,
  decided_name text,
  -- The bulk change that undoes it.
  batch_id uuid,
  primary key (tenant, id),
  check ((state = 'open') = (decided_at is null))
);
call tenant_table('proposal', 'select, insert, delete');
-- What was proposed never changes.
grant update (effects, effects_digest, state, decided_at, decided_by, decided_name, batch_id) on proposal to lectern_app;
create index proposal_by_created on proposal (tenant, created_at desc, id desc);
create index proposal_by_user on proposal (tenant, user_id, created_at desc, id desc);
create index proposal_open on proposal (tenant, expires_at) where state = 'open';
create index proposal_by_agent on proposal (tenant, agent_id, created_at desc, id desc);

do $do$
begin
  execute replace(pg_get_functiondef('audit_hidden'::regproc), $q$'name_key',$q$, $q$'name_key', 'effects', 'effects_digest',$q$);
end $do$;
call audited('proposal');
