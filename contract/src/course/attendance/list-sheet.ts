/** Attendance lists in spreadsheets (ours). */
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

/** Upper limit of a file of attendance in bytes. */
export const maxListBytes = 2_000_000;

/** Reads the first sheet of an .xlsx file as Excel shows it, with tabs between its cells; nothing is saved. */
export const readListSheet = endpoint({
  area: 'course',
  roles: ['admin', 'instructor'],
  method: 'POST',
  url: '/admin/attendance/sheet/',
  filePart: { name: 'file', max: maxListBytes },
  body: z.object({}),
  reply: z.object({ text: z.string() }),
  messages: { fail: 'Failed to read the spreadsheet', preferServer: true },
});
