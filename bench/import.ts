/**
 * Import of 10,000 members over HTTP from a spreadsheet: the time of the preview, and members per second of the batch and
 * of its undo; and an attendance list of 500, read and matched. Run withOwnServer: node bench/import.ts
 */
import { readAttendanceList } from '../contract/src/course/attendance/import.ts';
import { defaultLimits, matchAttendance } from '../contract/src/course/attendance/match.ts';
import { writeXlsx } from '../server/src/shared/spreadsheet/xlsx.ts';
import type { Client } from 'pg';
import { type Ask, askerOf } from './ask.ts';
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

/** Reads and matches the report of a class of 500, as text and as a spreadsheet; the browser does the same. */
async function measureAttendance(ask: Ask): Promise<void> {
  const members = Array.from({ length: 500 }, (_, n) => ({
    userId: String(n),
    name: `Peserta Nomor ${n}`,
    email: `peserta${n}@sample.test`,
    status: null,
    isUpdated: false,
  }));
  const times = ['11/24/2026 07:00 PM', '11/24/2026 08:50 PM', '110', 'No'];
  const rows = [
    ['Name (original name)', 'Email', 'Join time', 'Leave time', 'Duration (minutes)', 'In waiting room'],
    ...members.map(({ name, email }) => [name, email, ...times]),
  ];
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(writeXlsx(rows))]), 'attendance.xlsx');
  const fromSheet = async () =>
    (JSON.parse(await ask('POST', '/admin/attendance/sheet/', form)) as { text: string }).text;
  const fromText = async () => rows.map((cells) => cells.join(',')).join('\n');
  for (const [kind, textOf] of [
    ['list', fromText],
    // The first one starts the thread that reads it.
    ['spreadsheet, the first,', fromSheet],
    ['spreadsheet, the next,', fromSheet],
  ] as const) {
    const since = performance.now();
    const { stays } = readAttendanceList(await textOf(), members);
    const { marks } = matchAttendance(stays, members, defaultLimits(120));
    note(`attendance ${kind} of ${marks.length}`, performance.now() - since, ' ms', { max: 300 });
  }
}

/** Moodle's XML of 1,000 questions with code, tables and scripts. */
function questionsFile(): Blob {
  const answer = (points: number, text: string) =>
    `<answer fraction="${points}" format="html"><text><![CDATA[<p>${text}<sub>2</sub></p>]]></text></answer>`;
  const question = (n: number) => `<question type="multichoice"><questiontext format="html"><text><![CDATA[
    <p>Pertanyaan <strong>nomor ${n}</strong>: berapa 2<sup>${n}</sup> &ndash; 1?</p><pre>for i in range(${n}):\n    print(i)</pre>
    <table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>]]></text></questiontext>
    ${answer(100, `Satu ${n}`)}${answer(0, 'Dua')}${answer(0, 'Tiga')}${answer(0, 'Empat')}</question>`;
  return new Blob([`<quiz>${Array.from({ length: 1000 }, (_, n) => question(n)).join('')}</quiz>`]);
}

async function measureQuestions(client: Client, ask: Ask): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`select id from quiz where type = 'QUIZ' limit 1`);
  const form = new FormData();
  form.set('file', questionsFile(), 'questions.xml');
  const since = performance.now();
  const answer = await ask('POST', `/admin/quiz/${rows[0]!.id}/questions/preview/`, form);
  const { questions } = JSON.parse(answer) as { questions: unknown[] };
  note(`preview of ${questions.length} questions`, performance.now() - since, ' ms', { max: 2000 });
}

export async function measureImport(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    await measureAttendance(ask);
    await measureQuestions(client, ask);
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
