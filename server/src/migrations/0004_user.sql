-- Users, their sessions, and what limits sign-ins and reads. "user" is quoted: unquoted, SQL reads it as the role that is
-- connected.

create table "user" (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  email text not null,
  name text not null,
  password_hash text not null,
  role text not null check (role in ('superadmin', 'admin', 'instructor', 'customer-service', 'member')),
  uoc text not null default '',
  phone_number text not null default '',
  image text,
  location text not null default '',
  job text not null default '',
  joined_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- For the sort by it, from an index.
  total_courses int not null default 0,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  name_key text collate "C" generated always as (lower(name)) stored,
  search text generated always as (
    search_text(name || ' ' || email) || coalesce(' ' || nullif(search_phone(phone_number), ''), '')) stored,
  primary key (tenant, id)
);
call tenant_table('"user"');
call audited('"user"', count_column => 'total_courses');
call keep_count_of('"user"');
create unique index user_email on "user" (tenant, lower(email));
create index user_by_name on "user" (tenant, name_key, id);
create index user_by_joined on "user" (tenant, joined_at, id);
create index user_by_courses on "user" (tenant, total_courses, name_key, id);
create index user_search on "user" using gin (search gin_trgm_ops);
-- Members are what pickers offer: by name, and counted.
create index user_members on "user" (tenant, name_key, id) where role = 'member';
create trigger touch before update of email, name, password_hash, role, uoc, phone_number, image, location, job
  on "user" for each row execute function touch();
create trigger refuse_count before update of total_courses on "user"
  for each row when (old.total_courses is distinct from new.total_courses) execute function refuse_count();
create trigger refuse_first_count before insert on "user"
  for each row when (new.total_courses <> 0) execute function refuse_count();

-- ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- One sign-in (docs/decisions/0016).
create table session (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  -- What people tell their sessions apart by: browser and system in words, and the network that it was last used from.
  device text not null default '',
  address text not null default '',
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- When the password was last entered: actions that ask for it again compare with this.
  confirmed_at timestamptz not null default now(),
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('session');
create index session_of_user on session (tenant, user_id, last_used_at desc);
create index session_age on session (tenant, last_used_at);

-- Kept as a hash.
create table refresh_token (
  tenant text not null default current_tenant(),
  token_hash bytea not null,
  session_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant, token_hash),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, session_id) references session on delete cascade
);
call tenant_table('refresh_token');
create index refresh_token_session on refresh_token (tenant, session_id);
create index refresh_token_user on refresh_token (tenant, user_id);
create index refresh_token_expiry on refresh_token (tenant, expires_at);

-- Access tokens that are no longer true: a session that ended (role null), or a user with another role. Every process
-- reads the rows of the last minutes (server/src/platform/session/revocations.ts): a row matters while a token lives.
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

-- ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Failed sign-ins. A browser that has signed in before is counted by itself (device), all others by e-mail and address. An
-- IPv6 address counts in its networks of 64 (address), 56 and 48 bits. Kept a day: each further failure makes the wait
-- longer.
create table sign_in_failure (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  email text not null,
  address text not null,
  at timestamptz not null default now(),
  device text,
  network56 text,
  network48 text,
  primary key (tenant, id)
);
call tenant_table('sign_in_failure');
create index sign_in_failure_email on sign_in_failure (tenant, email, at);
create index sign_in_failure_address on sign_in_failure (tenant, address, at);
create index sign_in_failure_device on sign_in_failure (tenant, device, at) where device is not null;
create index sign_in_failure_network on sign_in_failure (tenant, network48, at) where network48 is not null;
create index sign_in_failure_at on sign_in_failure (tenant, at);

-- Pages of lists of personal data that each user read within the last hour (docs/decisions/0062). `page_key` is a hash
-- of the request's URL, which may hold a search for a person. No foreign key: rows live for an hour, and a read needs none.
create table list_read (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  page_key text collate "C" not null,
  rows int not null check (rows > 0),
  at timestamptz not null default now(),
  primary key (tenant, user_id, page_key)
);
call tenant_table('list_read');
create index list_read_age on list_read (tenant, at);
