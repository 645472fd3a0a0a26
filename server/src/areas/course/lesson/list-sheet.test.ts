/** Tests over HTTP that attendance lists in spreadsheets are read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAttendanceList } from '#contract/course/attendance/import.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { multipart } from '#platform/testing/files.ts';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import { lessonRoutes } from './routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([lessonRoutes]);
});
afterAll(() => test.close());

async function read(file: Uint8Array, role: Role = 'instructor') {
  const { payload, headers } = multipart(Buffer.from(file), {}, 'file');
  const { token } = await test.as(role);
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/admin/attendance/sheet/',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json<{ text: string; message: string }>() };
}

it('a spreadsheet is read as Excel shows it', async () => {
  const sheet = writeXlsx([
    ['Name', 'E-mail', 'Duration (minutes)', 'Keterangan'],
    ['Ani\nContoh', 'ani@contoh.test', 110, ''],
    ['Bayu "Bay" Contoh', 'bayu@contoh.test', 0, 'izin'],
  ]);
  const { status, body } = await read(sheet);
  expect([status, body.text]).toEqual([
    200,
    'Name\tE-mail\tDuration (minutes)\tKeterangan\nAni Contoh\tani@contoh.test\t110\nBayu "Bay" Contoh\tbayu@contoh.test\t0\tizin',
  ]);
  expect(readAttendanceList(body.text).stays).toMatchObject([
    { label: 'Ani Contoh', minutes: 110, note: '' },
    { label: 'Bayu "Bay" Contoh', minutes: 0, note: 'izin' },
  ]);
});

it('other files are refused', async () => {
  expect(await read(Buffer.from('Nama,Email'))).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  expect((await read(writeXlsx(Array.from({ length: 6001 }, () => ['a'])))).status).toBe(400);
  expect((await read(writeXlsx([['Nama']]), 'customer-service')).status).toBe(403);
});
