/** Parsers from PostgreSQL values to plain JSON values, as on the wire; no `Date`. */
import pg from 'pg';

type Parse = (text: string) => unknown;

/**
 * ISO 8601 in UTC with milliseconds. The connection uses UTC, so rearranging the text suffices, at a tenth of the cost
 * of parsing it; unusual values (infinity, BC) are kept as they are.
 */
function isoTime(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text;
}

const asIs: Parse = (text) => text;

/**
 * Parsers by type id: timestamptz; int8 and numeric, whose values here (rupiah, counts) are far below 2⁵³; date as
 * YYYY-MM-DD.
 */
const scalars: [oid: number, arrayOid: number, parse: Parse][] = [
  [1184, 1185, isoTime],
  [20, 1016, Number],
  [1700, 1231, Number],
  [1082, 1182, asIs],
];

const parsers = new Map<number, Parse>(
  scalars.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, arrayOf(parse)],
  ]),
);

function arrayOf(parse: Parse): Parse {
  // pg's text[] parser splits; the elements are parsed here.
  const textArray: number = 1009;
  const split = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[];
  return (text) => split(text).map((item) => (item === null ? null : parse(item)));
}

/** Parsers for pg; types without one here keep pg's parser. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};
