-- Mails about accounts, with the links that set a password (docs/decisions/0077). Kept 90 days.
create table account_mail (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- null: asked for at the sign-in page, where it must not show whether there is an account; the job looks for it.
  user_id uuid,
  kind text not null check (kind in ('invitation', 'password', 'email-changed')),
  -- Where it goes, whatever becomes of the account's address; lower-case if it was asked for at the sign-in page.
  email text not null,
  -- Network of a request from the sign-in page, for its limit.
  network text,
  -- Who asked for it; null: the person, at the sign-in page.
  sent_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  -- Hash of the link's token, set by the job that sends it.
  token_hash bytea,
  at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('account_mail');
create unique index account_mail_token on account_mail (tenant, token_hash) where token_hash is not null;
create index account_mail_of_user on account_mail (tenant, user_id, at desc, id desc);
create index account_mail_asked on account_mail (tenant, email, at) where network is not null;
create index account_mail_network on account_mail (tenant, network, at) where network is not null;
create index account_mail_at on account_mail (tenant, at);
