/** Compares an export of all tracking orders with the rows that the database computes for it. */
import { readFile } from 'node:fs/promises';
import { readSheet } from '#contract/kernel/testing/workbook.ts';
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

/** SQL for a text, or an integer as other systems write it; '' if absent. */
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
 * Rows in the list's order: moments, then numbers (the generated data has no moments as text). A moment is formatted as
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

/** Number of expected rows, and of rows in the file that differ, are missing or are too many. */
export async function compareExport(path: string): Promise<{ rows: number; others: number }> {
  const rows = await expectedRows();
  let [at, others] = [0, 0];
  for (const row of readSheet(await readFile(path), 'TrackingOrders').rows) {
    const expectedRow = rows[at];
    at += 1;
    if (expectedRow && JSON.stringify(row) === JSON.stringify(expectedRow)) continue;
    others += 1;
    if (others === 1) console.log(`row ${at}: ${JSON.stringify(row)} instead of ${JSON.stringify(expectedRow)}`);
  }
  return { rows: rows.length - 1, others: others + Math.max(0, rows.length - at) };
}
