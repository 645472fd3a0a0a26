/** The attendance of a course as a spreadsheet opens it. */
import Papa from 'papaparse';
import { attendanceNames, type courseAttendance, riskBelow } from '#contract/attendance.ts';
import type { Reply } from '#contract/kernel.ts';
import { formatDay } from '#kit/format/formats.ts';
import { percentOf } from './percent.ts';

/** With the mark by which Excel knows UTF-8; a name that begins as a formula does is text. */
export function attendanceCsv({ sessions, members }: Reply<typeof courseAttendance>): string {
  const head = sessions.map(({ name, startAt }) => (startAt ? `${name} (${formatDay(startAt)})` : name));
  const rows = members.map(({ name, email, rate, statuses }) => [
    name,
    email,
    percentOf(rate),
    rate !== null && rate < riskBelow ? 'At risk' : '',
    ...statuses.map((status) => (status ? attendanceNames[status] : '')),
  ]);
  return `\uFEFF${Papa.unparse({ fields: ['Name', 'E-mail', 'Rate', 'Risk', ...head], data: rows }, { escapeFormulae: true })}`;
}
