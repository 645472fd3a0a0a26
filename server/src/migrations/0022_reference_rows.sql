-- Rows that every tenant has from the start, with and without demo data. They are no change by anybody: the trail has none.
alter table desk_template disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    -- domain.md, Course.
    insert into shift (id, code, description) values
      (1, 'MORNING', 'Pagi, 09.00–12.00 WIB'),
      (2, 'AFTERNOON', 'Siang, 13.00–16.00 WIB'),
      (3, 'EVENING', 'Malam, 19.00–21.00 WIB'),
      (4, 'WEEKEND', 'Sabtu dan Minggu, 09.00–15.00 WIB');
    insert into chase_rule default values;
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
