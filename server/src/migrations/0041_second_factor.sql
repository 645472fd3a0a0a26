-- Second factors of staff, and the steps of sign-ins that are not finished (docs/decisions/0092).

-- An authenticator app (RFC 6238), at most one per user.
create table authenticator_app (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  -- Encrypted with a key derived from JWT_SECRET.
  secret text not null,
  -- Time step of the last code that was accepted: it and earlier ones are refused.
  last_step bigint not null,
  added_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant, user_id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('authenticator_app');

create table passkey (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- base64url, as browsers send it.
  credential_id text collate "C" not null,
  public_key bytea not null,
  -- Number of uses by the authenticator's count; 0 if it does not count.
  counter bigint not null,
  transports text[] not null default '{}',
  added_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant, id),
  unique (tenant, credential_id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('passkey');
create index passkey_of_user on passkey (tenant, user_id, id);

-- Kept as hashes; a code that was used is deleted.
create table recovery_code (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  code_hash bytea not null,
  primary key (tenant, user_id, code_hash),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('recovery_code');

-- What a browser has to answer: kept as a hash, deleted by the answer.
create table auth_challenge (
  tenant text not null default current_tenant(),
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('sign-in', 'enrolment', 'add', 'confirm')),
  -- Challenge of a passkey, in base64url.
  passkey text not null,
  -- Secret of an app that is being added, encrypted.
  secret text,
  expires_at timestamptz not null,
  primary key (tenant, token_hash),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('auth_challenge');
create index auth_challenge_of_user on auth_challenge (tenant, user_id);
create index auth_challenge_age on auth_challenge (tenant, expires_at);

-- How the session was begun, beside the password or the sign-in provider.
alter table session add column second_factor text
  check (second_factor in ('app', 'passkey', 'recovery-code'));

-- Further security events (contract/src/kernel/audit.ts).
do $$ begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'order-export-begun'$q$,
    $q$'order-export-begun', 'second-factor-failed', 'second-factor-added', 'second-factor-removed', 'second-factor-reset',
      'recovery-codes-made', 'recovery-code-used'$q$);
end $$;
