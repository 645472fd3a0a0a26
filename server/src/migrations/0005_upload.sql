-- Files that people add, and the videos among them.

create table upload (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  -- `{tenant}/{prefix}/{random}.{extension}` in the store; references are recognized by the random part.
  key text not null,
  url text not null,
  name text not null,
  type text not null,
  -- Bytes: as announced (null: unknown), and as stored once it is finished.
  size bigint check (size > 0),
  user_id uuid,
  created_at timestamptz not null default now(),
  -- Since when its content is being checked: of two requests at once, one waits.
  claimed_at timestamptz,
  -- Null until it has arrived and was checked.
  finished_at timestamptz,
  -- When the sweep last looked for references, and since when it finds none.
  checked_at timestamptz,
  unused_since timestamptz,
  -- Refused from this moment, and removed from the store by the job `remove-file` (decision 0061).
  withdrawn_at timestamptz,
  primary key (tenant, id),
  unique (tenant, key),
  foreign key (tenant, user_id) references "user" on delete set null (user_id)
);
call tenant_table('upload');
create index upload_unfinished on upload (tenant, created_at) where finished_at is null;
create index upload_by_user on upload (tenant, user_id);
-- Records hold addresses of files; lists look up the upload of each row.
create unique index upload_by_url on upload (tenant, url);

-- A video names its source by the upload's id, never by its address: that would count as a use and keep the file for ever.
create table video (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  upload_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'FINISHED', 'FAILED')),
  -- Why it failed, or what it waits for.
  reason text,
  percent smallint not null default 0 check (percent between 0 and 100),
  -- The run that works on it: a later one takes it over, and the earlier one notices.
  run_id uuid,
  duration_ms int check (duration_ms > 0),
  -- Other properties of the source.
  probe jsonb,
  -- Files to play, smallest first: files of the store, which are kept because they are mentioned here.
  renditions jsonb not null default '[]',
  playlist_url text,
  poster_url text,
  storyboard_url text,
  storyboard_picture_url text,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, upload_id),
  foreign key (tenant, upload_id) references upload on delete cascade
);
call tenant_table('video');
create index video_waiting on video (tenant, created_at) where status = 'PENDING' and reason is not null;
-- For the start page.
create index video_failed on video (tenant, created_at, id) where status = 'FAILED';

create table video_caption (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  video_id uuid not null,
  language text not null,
  label text not null,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, video_id, label),
  foreign key (tenant, video_id) references video on delete cascade
);
call tenant_table('video_caption');
call audited('video_caption');
