/** Spreadsheet of a course's attendance: a row per member, a column per class. */
import {
  attendanceNames,
  type courseAttendance,
  isLowAttendance,
  attendanceThreshold,
} from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatDay } from '#kit/format/formats.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';
import { percentOf, wholePercentOf } from './progress-words.ts';

type Matrix = Reply<typeof courseAttendance>;
type Member = Matrix['members'][number];

const attendanceSheet = (title: string, sessions: Matrix['sessions']): Sheet<Member> => ({
  file: `Attendance of ${title}.xlsx`,
  sheet: 'Attendance',
  columns: [
    { header: 'Name', width: 28, value: ({ name }) => name },
    { header: 'E-mail', width: 32, value: ({ email }) => email },
    { header: 'Rate (%)', width: 10, value: ({ rate }) => (rate === null ? '' : wholePercentOf(rate)) },
    {
      header: `Below ${percentOf(attendanceThreshold)}`,
      width: 16,
      value: ({ rate }) => (isLowAttendance(rate) ? 'Low attendance' : ''),
    },
    ...sessions.map(({ name, startAt }, index) => ({
      header: startAt ? `${name} (${formatDay(startAt)})` : name,
      width: 20,
      value: ({ statuses }: Member) => {
        const status = statuses[index];
        return status ? attendanceNames[status] : '';
      },
    })),
  ],
});

async function* partsOf(rows: readonly Member[]) {
  yield { total: rows.length, rows };
}

export const attendanceWorkbook = (
  title: string,
  { sessions, members }: Matrix,
  onProgress: (progress: ExportProgress) => void,
): Promise<File> => sheetFile(attendanceSheet(title, sessions), partsOf(members), onProgress);
