/**
 * Import of 10,000 members over HTTP from a spreadsheet: the time of the preview, and members per second of the batch and
 * of its undo. Run withOwnServer: node bench/import.ts
 */
import { writeXlsx } from '../server/src/shared/spreadsheet/xlsx.ts';
import { askerOf } from './ask.ts';
import { rate } from './batches.ts';
import { note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';

const size = 10_000;

function sheetOf(word: string): Blob {
  const rows = Array.from({ length: size }, (_, n) => [
    `${word}${n}`,
    `Peserta ${word} ${n}`,
    `${word}${n}@impor.test`,
    `0812${String(10_000_000 + n)}`,
    'Universitas Contoh',
    'Solo',
  ]);
  return new Blob([Buffer.from(writeXlsx([['External id', 'Nama', 'Email', 'No HP', 'Kampus', 'Kota'], ...rows]))]);
}

export async function measureImport(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const file = sheetOf(`impor${Date.now()}`);
    const send = (path: string, fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ kind: 'members', ...fields })) form.set(name, value);
      form.set('file', file, 'members.xlsx');
      return ask('POST', `/admin/user/import/${path}`, form);
    };
    const since = performance.now();
    const { seen } = JSON.parse(await send('preview/', {})) as { seen: string };
    note(`preview of ${size} members`, performance.now() - since, ' ms', { max: 10_000 });
    const made = await rate(ask, size, () => send('', { seen }));
    note(`${size} members imported as a batch`, made.rate, ' rows/s', { min: 1000 });
    // Removes them again: the next run finds the same database.
    const undone = await rate(ask, size, () => ask('POST', `/admin/batch/${made.batch.batchId}/undo/`));
    note('the undo of it', undone.rate, ' rows/s', { min: 1000 });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureImport);
