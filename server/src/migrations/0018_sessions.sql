-- A session is one sign-in. What ends it, or changes what its user may do, is told to every process (docs/decisions/0016).

create table session (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  -- What people tell their sessions apart by: browser and system in words, and the network it was last used from.
  device text not null default '',
  address text not null default '',
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- When the password was last given: what asks for it again goes by this.
  confirmed_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('session');
create index session_of_user on session (tenant, user_id, last_used_at desc);
create index session_age on session (tenant, last_used_at);

-- What was called a family is a session from now on. A token was issued 30 days before it expires.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into session (tenant, id, user_id, started_at, last_used_at, confirmed_at)
      select tenant, family_id, (array_agg(user_id order by expires_at))[1], min(expires_at) - interval '30 days',
        max(expires_at) - interval '30 days', min(expires_at) - interval '30 days'
      from refresh_token where tenant = brand group by tenant, family_id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

alter table refresh_token rename family_id to session_id;
alter index refresh_token_family rename to refresh_token_session;
alter table refresh_token add foreign key (tenant, session_id) references session on delete cascade;

-- ── What an access token says and is true no longer ────────────────────────────────────────────────────────────────
-- A session that ended (role null), or a user with another role than before. Every process reads the lines of the last
-- minutes again and again (server/src/platform/session/revocations.ts): a line is of use while a token lives.
create table revocation (
  tenant text not null default current_tenant(),
  subject uuid not null,
  role text,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant, subject)
);
call tenant_table('revocation');
create index revocation_at on revocation (tenant, at);

create function revoke_sessions() returns trigger language plpgsql as $$
begin
  insert into revocation (tenant, subject) select tenant, id from ended order by id on conflict do nothing;
  return null;
end $$;
create trigger revoke after delete on session referencing old table as ended for each statement execute function revoke_sessions();

create function revoke_role() returns trigger language plpgsql as $$
begin
  insert into revocation (tenant, subject, role) values (new.tenant, new.id, new.role)
    on conflict (tenant, subject) do update set role = excluded.role, at = excluded.at;
  return null;
end $$;
create trigger revoke after update of role on "user" for each row when (old.role is distinct from new.role) execute function revoke_role();

-- ── Failed sign-ins ────────────────────────────────────────────────────────────────────────────────────────────────
-- A browser that has signed in before is counted by itself (device), everybody else by e-mail and address. An IPv6 address
-- counts in its networks of 64 (address), 56 and 48 bits. Kept a day: who fails again and again waits longer and longer.
alter table sign_in_failure add device text, add network56 text, add network48 text;
create index sign_in_failure_device on sign_in_failure (tenant, device, at) where device is not null;
create index sign_in_failure_network on sign_in_failure (tenant, network48, at) where network48 is not null;
create index sign_in_failure_at on sign_in_failure (tenant, at);
