-- API keys of programs, per brand (docs/decisions/0099). Of a key, only its SHA-256 hash is kept.
call record_table('api_key', $$
  key_hash bytea not null,
  last_four text not null,
  -- The key before the last rotation, valid until then.
  previous_hash bytea,
  previous_four text,
  previous_until timestamptz,
  scopes text[] not null,
  -- Addresses and networks that it may be used from; none: from anywhere.
  addresses text[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  check ((previous_hash is null) = (previous_four is null) and (previous_hash is null) = (previous_until is null))
$$);

-- Last use of a key, at most a minute old: no change that a person makes.
create table api_key_use (
  tenant text not null default current_tenant(),
  api_key_id uuid not null,
  at timestamptz not null default now(),
  -- Shortened, as in the trail.
  address text not null,
  primary key (tenant, api_key_id),
  foreign key (tenant, api_key_id) references api_key on delete cascade
);
call tenant_table('api_key_use');

do $do$
begin
  execute replace(pg_get_functiondef('audit_hidden'::regproc), $q$'name_key',$q$, $q$'name_key', 'key_hash', 'previous_hash',$q$);
  -- A key acts as itself: events name it.
  execute replace(replace(pg_get_functiondef('audit_event'::regproc), $q$'order-export-begun'$q$, $q$'order-export-begun', 'key-refused'$q$),
    $q$'Somebody')$q$, $q$(select 'API key ' || name from api_key where tenant = of_tenant and id = actor_id), 'Somebody')$q$);
end $do$;
