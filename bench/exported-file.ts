/** What an export of all tracking orders must hold, told by the database alone, against the file that came of it. */
import { createReadStream } from 'node:fs';
import ExcelJS from 'exceljs';
import { connect } from './server.ts';

const headings = [
  'Order ID',
  'User Email',
  'User Phone Number',
  'User Name',
  'Course ID',
  'Course Name',
  'Customer Service Name',
  'Customer Service Phone Number',
  'Order Status',
  'Order Date & Time',
];

/** A text, or a whole number as other systems write it; nothing is ''. */
const text = (path: string) => `coalesce(fields #>> '{${path},stringValue}', fields #>> '{${path},integerValue}', '')`;
const paths = [
  'user_email',
  'user_phone',
  'user_name',
  'course_id',
  'course_name',
  'customer_service_number,mapValue,fields,name',
  'customer_service_number,mapValue,fields,phone',
];

/**
 * Rows in the list's order, numbers after moments (what fills the database writes no moments as text); a moment as
 * `02 Mei 2026, 10.04.05`, in Jakarta.
 */
const expected = `
  with stored as (
    select id, fields, status, (fields #>> '{timestamp,timestampValue}')::timestamptz at time zone 'Asia/Jakarta' as at
      from tracking_document where collection = 'order_staging' and fields ? 'timestamp')
  select array[id, ${paths.map(text).join(', ')}, coalesce(nullif(status ->> 'stringValue', ''), 'unpaid'),
      coalesce(to_char(at, 'DD ')
        || ('{Jan,Feb,Mar,Apr,Mei,Jun,Jul,Agu,Sep,Okt,Nov,Des}'::text[])[extract(month from at)]
        || to_char(at, ' YYYY, HH24.MI.SS'), ${text('timestamp')})] as texts
    from stored order by at desc nulls last, id collate "C" desc`;

async function expectedRows(): Promise<string[][]> {
  const client = await connect('coding');
  const { rows } = await client.query<{ texts: string[] }>(expected).finally(() => client.end());
  return [headings, ...rows.map(({ texts }) => texts)];
}

/** Read by another library than the one that writes. */
async function* rowsOf(path: string): AsyncGenerator<string[]> {
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(createReadStream(path), { worksheets: 'emit' }))
    for await (const row of sheet)
      yield headings.map((_, at) => {
        const { value } = row.getCell(at + 1);
        return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
      });
}

/** How many rows there must be, and how many of the file are others, too many or missing. */
export async function compareExport(path: string): Promise<{ rows: number; others: number }> {
  const rows = await expectedRows();
  let [at, others] = [0, 0];
  for await (const row of rowsOf(path)) {
    const wanted = rows[at];
    at += 1;
    if (wanted && JSON.stringify(row) === JSON.stringify(wanted)) continue;
    others += 1;
    if (others === 1) console.log(`row ${at}: ${JSON.stringify(row)} instead of ${JSON.stringify(wanted)}`);
  }
  return { rows: rows.length - 1, others: others + Math.max(0, rows.length - at) };
}
