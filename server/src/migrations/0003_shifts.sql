-- The shifts of every tenant (domain.md, Course): reference data, there with and without demo data.
-- NONE is not here: it is synthetic, and the client puts it first.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into shift (id, code, description) values
      (1, 'MORNING', 'Pagi, 09.00–12.00 WIB'),
      (2, 'AFTERNOON', 'Siang, 13.00–16.00 WIB'),
      (3, 'EVENING', 'Malam, 19.00–21.00 WIB'),
      (4, 'WEEKEND', 'Sabtu dan Minggu, 09.00–15.00 WIB');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
