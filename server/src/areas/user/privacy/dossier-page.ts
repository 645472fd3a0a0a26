/** Page of a dossier that reads without a program: a table of words and names for each kind of data. */
export type Row = Readonly<Record<string, unknown>>;
/** Rows by title, in the order of the page. */
export type Parts = Map<string, readonly Row[]>;

/** Columns that say nothing to a reader; data.json has them. */
const isTechnical = (column: string) =>
  /^(id|version|n|position|rank|records?|\w+_ids|\w*(key|hash|token))$/.test(column);

/** Headings of columns whose names are not those of the screens. */
const headings: Readonly<Record<string, string>> = {
  uoc: 'Institution',
  phone_number: 'Phone',
  phone_e164: 'Phone, international',
  user_name: 'Name',
  user_email: 'E-mail',
  user_phone: 'Phone',
  email: 'E-mail',
  file_url: 'File',
  image: 'Picture',
  at: 'When',
  table_name: 'What',
  before: 'Before',
  after: 'After',
};

/** `review_score` is "Review score", `course_id` is "Course". */
function headingOf(column: string): string {
  const words = column.replace(/_(id|at)$/, '').replaceAll('_', ' ');
  return headings[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Jakarta',
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Text of a value; '' for ids without a name. `names`: of records by id, and paths of files by address. */
function textOf(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const listed = (texts: string[], mark: string) => texts.filter((text) => text !== '').join(mark);
  if (Array.isArray(value))
    return listed(
      value.map((one) => textOf(one, names)),
      ', ',
    );
  if (typeof value === 'object')
    return listed(
      Object.entries(value).map(([key, one]) => part(key, textOf(one, names))),
      '; ',
    );
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text)) return `${moment.format(new Date(text))} WIB`;
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return text.replaceAll('_', ' ');
  return names.get(text) ?? (uuid.test(text) ? '' : text);
}

/** Values of Firestore are objects such as `{ stringValue }`. */
const part = (key: string, text: string) =>
  text === '' || isTechnical(key) ? '' : key.endsWith('Value') ? text : `${headingOf(key)}: ${text}`;

function cellOf(value: unknown, names: ReadonlyMap<string, string>): string {
  const text = escaped(textOf(value, names));
  return text.startsWith('files/') ? `<a href="${encodeURI(text)}">${text.slice('files/'.length)}</a>` : text;
}

/** Columns that stand first, in this order. */
const first = ['at', 'action', 'table_name', 'before', 'after'];
const rankOf = (column: string) => (first.includes(column) ? first.indexOf(column) : first.length);

function tableOf(rows: readonly Row[], names: ReadonlyMap<string, string>): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    .filter((column) => !isTechnical(column) && rows.some((row) => textOf(row[column], names) !== ''))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const head = columns.map((column) => `<th>${escaped(headingOf(column))}</th>`).join('');
  const line = (row: Row) => `<tr>${columns.map((column) => `<td>${cellOf(row[column], names)}</td>`).join('')}</tr>`;
  return `<div><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`;
}

interface Contents {
  name: string;
  brand: string;
  at: string;
  parts: Parts;
  files: readonly string[];
  names: ReadonlyMap<string, string>;
}

/** The same contents are in data.json. */
export const pageOf = ({ name, brand, at, parts, files, names }: Contents): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Data of ${escaped(name)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;font-size:12px}td,th{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top}div{overflow:auto}</style>
<h1>Data of ${escaped(name)}</h1><p>All that ${escaped(brand)} has about this person, as of ${textOf(at, names)}. Programs read the same in data.json.</p>
${[...parts]
  .filter(([, rows]) => rows.length > 0)
  .map(([title, rows]) => `<h2>${escaped(title)} (${rows.length})</h2>${tableOf(rows, names)}`)
  .join('\n')}
<h2>Files (${files.length})</h2><ul>${files.map((file) => `<li>${cellOf(file, names)}</li>`).join('')}</ul></html>`;
