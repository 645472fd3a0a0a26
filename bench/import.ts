/**
 * Import of 10,000 members over HTTP from a spreadsheet: the time of the preview, and members per second of the batch and
 * of its undo; and an attendance list of 500, read and matched. Run withOwnServer: node bench/import.ts
 */
import { readAttendanceList } from '../contract/src/course/attendance/import.ts';
import { defaultLimits, matchAttendance } from '../contract/src/course/attendance/match.ts';
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

/** Reads and matches the report of a class of 500; the browser does the same. */
function measureAttendance(): void {
  const members = Array.from({ length: 500 }, (_, n) => ({
    userId: String(n),
    name: `Peserta Nomor ${n}`,
    email: `peserta${n}@sample.test`,
    status: null,
    isUpdated: false,
  }));
  const rows = members.map(({ name, email }) => `${name},${email},11/24/2026 07:00 PM,11/24/2026 08:50 PM,110,No`);
  const heading = 'Name (original name),Email,Join time,Leave time,Duration (minutes),In waiting room';
  const since = performance.now();
  const { stays } = readAttendanceList([heading, ...rows].join('\n'), members);
  const { marks } = matchAttendance(stays, members, defaultLimits(120));
  note(`attendance list of ${marks.length}`, performance.now() - since, ' ms', { max: 300 });
}

export async function measureImport(lectern: Running): Promise<void> {
  measureAttendance();
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
