/** Page of the import, and a file with new, refused and doubtful rows. */
import type { Stage } from './screen-states.ts';

export const csvFile = (rows: readonly string[]) => ({
  name: 'anggota.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
});

export async function importPage({ page, open }: Stage): Promise<void> {
  await open('/user/import');
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
}

/** Chooses a file that has rows of three results. */
export async function chooseImport({ page, api }: Stage): Promise<void> {
  const { users } = await (await api()).send('GET', '/admin/user?role=member&sort=joined');
  await page
    .locator('input[type=file]')
    .setInputFiles(
      csvFile([
        'Nama Lengkap;Alamat Email;No HP;Keterangan',
        'Ayu Lestari;ayu@sekolah.test;0812-1111-2221;x',
        'Ed;ed@sekolah.test;;x',
        `Gita Lestari;gita@sekolah.test;${users[0].phoneNumber};x`,
      ]),
    );
  await page.getByText(/^To decide/).click();
  await page.getByRole('combobox', { name: /^Who is in row/ }).waitFor();
}
