-- Videos that were uploaded, by their source, and what is made of each so that it plays everywhere.

-- Records hold addresses of files: whose upload one is, is asked for each row of a list.
create unique index upload_by_url on upload (tenant, url);

-- A source is named by its upload's id, never by its address: that would count as a use of the file, and keep it for ever.
create table video (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  upload_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'FINISHED', 'FAILED')),
  -- Why it failed, or what it waits for.
  reason text,
  percent smallint not null default 0 check (percent between 0 and 100),
  -- Who works on it: whoever comes later takes it over, and the one before hears of it.
  run_id uuid,
  duration_ms int check (duration_ms > 0),
  -- What else was found by looking into the source.
  probe jsonb,
  -- What plays, smallest first: files of the store, which are kept because they are mentioned here.
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
