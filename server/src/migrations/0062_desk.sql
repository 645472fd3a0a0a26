-- The desk of order tracking: who follows a tracked order up, when next, and what was done (docs/decisions/0048). The
-- documents are elsewhere and stay as they are; a row here has the id of its document.
create table desk_order (
  tenant text not null default current_tenant(),
  id text collate "C" not null check (char_length(id) between 1 and 150),
  -- As the document had them when it was last worked on or seen: what the queues are counted and filtered by. A status
  -- of another system is null.
  status text check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  ordered_at timestamptz,
  user_email text collate "C" not null default '' check (char_length(user_email) <= 300),
  service_phone text collate "C" not null default '' check (char_length(service_phone) <= 128),
  claimed_by uuid,
  claimed_at timestamptz,
  follow_up_at timestamptz,
  contacted_at timestamptz,
  contacted_count int not null default 0 check (contacted_count >= 0),
  -- The name of the template, as it was then.
  last_template text,
  -- The latest one.
  note text not null default '',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Nothing is left to follow up of an order that is settled.
  is_open boolean not null generated always as (status is null or status not in ('paid', 'cancelled', 'refunded')) stored,
  primary key (tenant, id),
  foreign key (tenant, claimed_by) references "user" on delete set null (claimed_by)
);
create trigger touch before update on desk_order for each row execute function touch();
call tenant_table('desk_order', 'select, insert, update');
call audited('desk_order');

-- The queues, each in its order.
create index desk_order_mine on desk_order (tenant, claimed_by, follow_up_at, id) where is_open;
create index desk_order_due on desk_order (tenant, follow_up_at, id) where is_open and follow_up_at is not null;
create index desk_order_contacted on desk_order (tenant, contacted_at, id) where is_open and contacted_at is not null;
create index desk_order_claimed on desk_order (tenant, ordered_at, id) where status = 'unpaid' and claimed_by is not null;
create index desk_order_by_email on desk_order (tenant, user_email) where is_open;
create index desk_order_by_holder on desk_order (tenant, claimed_by);

-- WhatsApp messages that customer service begins a chat with: the first by name of a status is the one that `w` takes.
call record_table('desk_template', $$
  status text not null check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded')),
  body text not null check (char_length(body) between 1 and 1000),
  -- Sets the next follow-up when it is sent; null leaves it as it is.
  follow_up_hours int check (follow_up_hours between 1 and 720)
$$);
create index desk_template_by_name on desk_template (tenant, search collate "C", id);
create index desk_template_search on desk_template using gin (search gin_trgm_ops);

-- The timeline of an order: what it tells of is in the trail as changes of the order.
create table desk_event (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id text collate "C" not null,
  at timestamptz not null default now(),
  user_id uuid,
  kind text not null check (kind in ('claim', 'release', 'hand-over', 'note', 'follow-up', 'contact', 'status')),
  -- Whom it was handed to.
  to_user_id uuid,
  follow_up_at timestamptz,
  template_id uuid,
  template_name text,
  status text,
  note text not null default '' check (char_length(note) <= 2000),
  primary key (tenant, id),
  foreign key (tenant, order_id) references desk_order on delete cascade,
  foreign key (tenant, user_id) references "user" on delete set null (user_id),
  foreign key (tenant, to_user_id) references "user" on delete set null (to_user_id),
  foreign key (tenant, template_id) references desk_template on delete set null (template_id)
);
call tenant_table('desk_event', 'select, insert');

create index desk_event_by_order on desk_event (tenant, order_id, id);
create index desk_event_by_user on desk_event (tenant, user_id);
create index desk_event_by_receiver on desk_event (tenant, to_user_id);
create index desk_event_by_template on desk_event (tenant, template_id);

-- The first templates of every tenant: there with and without demo data, and no change of anybody's.
alter table desk_template disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into desk_template (name, status, follow_up_hours, body) values
      ('Belum dibayar', 'unpaid', 24,
        'Halo Kak {nama}, pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?'),
      ('Belum dibayar, pengingat', 'unpaid', 48,
        'Halo Kak {nama}, kami ingin mengingatkan bahwa pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) tertanggal {tanggal} masih menunggu pembayaran. Balas pesan ini jika Anda memerlukan bantuan.'),
      ('Menunggu pembayaran', 'pending', 24,
        'Halo Kak {nama}, pembayaran pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) masih kami tunggu. Jika sudah membayar, mohon kirim bukti pembayarannya di sini.'),
      ('Lunas', 'paid', null,
        'Halo Kak {nama}, terima kasih, pembayaran pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) sudah kami terima. Ada yang bisa kami bantu?'),
      ('Kedaluwarsa', 'expired', 72,
        'Halo Kak {nama}, batas waktu pembayaran pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) sudah lewat. Apakah Anda masih berminat? Kami bisa membantu membuat pesanan baru.'),
      ('Dibatalkan', 'cancelled', null,
        'Halo Kak {nama}, pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) sudah dibatalkan dan tidak perlu dibayar. Jika ini keliru, silakan balas pesan ini.'),
      ('Gagal', 'failed', 24,
        'Halo Kak {nama}, pembayaran pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) gagal. Apakah Anda ingin mencoba lagi? Kami siap membantu.'),
      ('Dikembalikan', 'refunded', null,
        'Halo Kak {nama}, dana pembayaran pesanan Anda untuk kursus {kursus} (ID pesanan: {invoice}) sudah kami kembalikan. Mohon kabari kami jika belum masuk.');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table desk_template enable trigger audit;
