/** The audit trail in the words of people: who did what to what. Pure. */
import { type AttendanceStatus, attendanceNames } from '#contract/attendance.ts';
import { type AuditAction, eventWords, type listAudit } from '#contract/audit.ts';
import type { Reply } from '#contract/kernel.ts';
import { idOfKey, recordKey, tableOfKey, thingOf, thingsOf } from '#contract/records.ts';
import { differing, inWords } from '../form/values.ts';
import { textOfHtml } from '../format/html-text.ts';
import { counted, formatDay, formatMinute, formatNumber } from '../format/formats.ts';

export type Line = Reply<typeof listAudit>['entries'][number];
export type Names = Reply<typeof listAudit>['names'];
type Fields = Readonly<Record<string, unknown>>;
type Change = Pick<Line, 'recordId' | 'before' | 'after' | 'belongsTo'>;

/** How an area's fields are called and its values said; keys are the contract's (`discountType`). */
export interface TrailWords {
  /** Where the form says more than the column: `{ startDate: 'Starts' }`. */
  labels?: Readonly<Record<string, string>>;
  /** A table of codes, with `null` among them where nothing has a word, or how a value that is not null is written. */
  words?: Readonly<Record<string, Readonly<Record<string, string>> | ((value: never) => string)>>;
}

export interface FieldChange {
  label: string;
  /** Null where there was nothing to tell apart: the words are the same. */
  was: string | null;
  becomes: string;
}

/** `assigned 5 courses`, and the names of what it was done to; or `changed this discount`, and what differs. */
export interface LineDescription {
  text: string;
  names: string[];
  changes: FieldChange[];
}

/** A line in the history of `viewed`, a record key: what was done to it, to a part of it, or between it and another. */
export function describeLine(line: Line, names: Names, viewed: string, words: TrailWords = {}): LineDescription {
  const { table, recordId, action, belongsTo } = line;
  if (table === null) return eventOf(line);
  const own = recordKey(table, recordId ?? '');
  const all: Change[] = [line, ...line.parts];
  if (table === 'attendance') return marksOf(line, names, viewed);
  if (table.endsWith('_leaving')) return leavingOf(line, names, viewed);
  if (own === viewed) return describeOwn(action, thingOf(table), all, words);
  const other = belongsTo.find((key) => key !== viewed);
  const isLink = !belongsTo.includes(own) && other !== undefined;
  // What has a place comes first.
  if (isLink && action === 'update' && belongsTo[0] === viewed)
    return { text: `moved this ${thingOf(tableOfKey(viewed))}`, names: [], changes: [] };
  if (isLink)
    return manyOf(linkVerbs[action] ?? action, tableOfKey(other), line, (change) => endOf(change, viewed, names));
  const verb = partVerbs[action] ?? action;
  if (line.count > 1) return manyOf(verb, table, line, (change) => partName(change, table, names));
  const changes = action === 'update' ? changesOf(line, words) : [];
  return { text: `${verb} the ${thingOf(table)} “${partName(line, table, names)}”`, names: [], changes };
}

function describeOwn(action: string, thing: string, all: readonly Change[], words: TrailWords): LineDescription {
  const nothing = { names: [], changes: [] };
  if (action === 'set-password') return { ...nothing, text: `set the password of this ${thing}` };
  const original = all[0]?.after?.['copied_from'];
  if (action === 'create' && typeof original === 'string')
    return { ...nothing, text: `created this ${thing} as a copy of “${original}”` };
  if (action !== 'update') return { ...nothing, text: `${action}d this ${thing}` };
  const changes = all.flatMap((change) => changesOf(change, words));
  const isLong = changes.length > shownChanges;
  return {
    text: isLong ? `changed ${formatNumber(changes.length)} fields` : `changed this ${thing}`,
    names: [],
    changes,
  };
}

/** `assigned 5 courses`, and their names. */
function manyOf(verb: string, table: string, line: Line, nameOf: (change: Change) => string): LineDescription {
  const told = [line, ...line.parts].map(nameOf).toSorted((one, two) => one.localeCompare(two, 'id'));
  const what = line.count === 1 ? `the ${thingOf(table)}` : `${formatNumber(line.count)} ${thingsOf(table)}`;
  return { text: `${verb} ${what}`, names: told, changes: [] };
}

/** `took the attendance of 6 users in the lesson “Kelas 1”`, and how each was marked. */
function marksOf(line: Line, names: Names, viewed: string): LineDescription {
  const keyOf = ({ belongsTo }: Change, table: string) => belongsTo.find((key) => tableOfKey(key) === table) ?? '';
  const named = (key: string) => nameOr(names[key], idOfKey(key));
  const lesson = keyOf(line, 'lesson');
  const isOfUser = tableOfKey(viewed) === 'user';
  const told = [line, ...line.parts].map((change) => {
    const mark = attendanceNames[change.after?.['status'] as AttendanceStatus];
    return `${named(isOfUser ? keyOf(change, 'lesson') : keyOf(change, 'user'))}: ${mark}`;
  });
  const whose = isOfUser ? 'this user' : counted(line.count, 'user', 'users');
  const where = isOfUser || viewed === lesson ? '' : ` in the lesson “${named(lesson)}”`;
  const text = `took the attendance of ${whose}${where}`;
  return { text, names: told.toSorted((one, two) => one.localeCompare(two, 'id')), changes: [] };
}

/** `planned that 2 courses leave this discount for “Baru” on 3 Desember 2026`, for both discounts and the product. */
function leavingOf(line: Line, names: Names, viewed: string): LineDescription {
  const { action, after, before, belongsTo } = line;
  const [taker = '', holder = '', item = ''] = belongsTo;
  const named = (key: string) =>
    key === viewed ? `this ${thingOf(tableOfKey(key))}` : `“${nameOr(names[key], idOfKey(key))}”`;
  const [one, many] = [thingOf, thingsOf].map((wordOf) => wordOf(tableOfKey(item)));
  const all = [line, ...line.parts];
  const isOfItem = viewed === item;
  const what = isOfItem ? `this ${one}` : counted(line.count, one!, many!);
  const holders = new Set(all.map((change) => change.belongsTo[1]));
  const whence = holders.size === 1 ? named(holder) : `${formatNumber(holders.size)} discounts`;
  const start = (after ?? before)?.['planned_start'];
  const when = typeof start === 'string' ? `on ${formatMinute(start)}` : 'when that starts';
  const verb = action === 'create' ? 'planned' : 'ended the plan';
  const leaves = isOfItem || line.count === 1 ? 'leaves' : 'leave';
  const its = all.map((change) => nameOr(names[change.belongsTo[2] ?? ''], idOfKey(change.belongsTo[2] ?? '')));
  return {
    text: `${verb} that ${what} ${leaves} ${whence} for ${named(taker)} ${when}`,
    names: isOfItem ? [] : its.toSorted((first, second) => first.localeCompare(second, 'id')),
    changes: [],
  };
}

const linkVerbs: Readonly<Record<string, string>> = { create: 'assigned', delete: 'unassigned', update: 'moved' };
const partVerbs: Readonly<Record<string, string>> = { create: 'added', delete: 'removed', update: 'changed' };

/** What is no change of a record: how often, from where, and what was asked for. */
function eventOf({ action, after }: Line): LineDescription {
  const { count, network, method, route } = after ?? {};
  const told = eventWords[action as AuditAction] ?? action.replaceAll('-', ' ');
  const facts: [string, unknown][] = [
    ['From', network],
    ['Asked for', method && `${String(method)} ${String(route)}`],
  ];
  return {
    text: typeof count === 'number' && count > 1 ? `${told} ${formatNumber(count)} times` : told,
    names: [],
    changes: facts.flatMap(([label, value]) => (value ? [{ label, was: null, becomes: String(value) }] : [])),
  };
}

/** More than these are told when asked for. */
export const shownChanges = 2;
export const shownNames = 3;

/** ` and 2 more` than the names that are shown; `count` where there are more than these names. */
export function moreThan(names: readonly string[], count: number = names.length): string {
  const more = count - Math.min(shownNames, names.length);
  return more > 0 ? ` and ${formatNumber(more)} more` : '';
}

/** Of a name that nobody knows any more the end of the id is left. */
const nameOr = (name: unknown, id: string): string => (typeof name === 'string' ? name : `…${id.slice(-8)}`);

/** The other end of a link. */
function endOf({ belongsTo }: Change, viewed: string, names: Names): string {
  const key = belongsTo.find((one) => one !== viewed);
  return key === undefined ? '–' : nameOr(names[key], idOfKey(key));
}

/** What a part was called before it changed. */
function partName({ recordId, before, after }: Change, table: string, names: Names): string {
  const fields: Fields = { ...after, ...before };
  const own = fields['name'] ?? fields['product_name'] ?? fields['invoice_number'];
  return nameOr(own ?? names[recordKey(table, recordId ?? '')], recordId ?? '–');
}

/** Follow from other fields, or name the record itself: nobody edits them. */
const notEdited: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'search',
  'name_key',
  'tenant',
  'version',
  'updated_at',
  'file_url',
]);

function changesOf(
  { before, after }: Pick<Change, 'before' | 'after'>,
  { labels = {}, words = {} }: TrailWords,
): FieldChange[] {
  return differing<Fields>(before ?? {}, after ?? {})
    .filter((column) => !notEdited.has(column))
    .map((column) => {
      const key = camelCase(column);
      const say = (value: unknown) => {
        const known = words[key];
        if (typeof known === 'function' && value !== null && value !== undefined) return known(value as never);
        return (typeof known === 'object' ? known[String(value)] : undefined) ?? plainly(value);
      };
      return { label: labels[key] ?? labelOf(column), ...apart(say(before?.[column]), say(after?.[column])) };
    });
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const labelOf = (column: string): string => column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');

/** As the database writes a moment into JSON. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const day = /^\d{4}-\d\d-\d\d$/;
const markup = /<\/?(p|br|h[1-6]|strong|em|s|u|ul|ol|li|blockquote|a)\b[^>]*>/i;

function plainly(value: unknown): string {
  if (typeof value !== 'string') return inWords(value);
  if (moment.test(value)) return formatMinute(value);
  if (day.test(value)) return formatDay(value);
  return inWords(markup.test(value) ? textOfHtml(value) : value);
}

const longest = 140;
const lead = 30;

/** Both texts cut to where they begin to differ, a few lines at most. */
function apart(was: string, becomes: string): Pick<FieldChange, 'was' | 'becomes'> {
  if (was === becomes) return { was: null, becomes: excerpt(becomes, 0) };
  let same = 0;
  while (same < was.length && was[same] === becomes[same]) same += 1;
  const start = Math.max(was.length, becomes.length) > longest ? Math.max(0, same - lead) : 0;
  return { was: excerpt(was, start), becomes: excerpt(becomes, start) };
}

function excerpt(text: string, start: number): string {
  const from = start > 0 && text.length > 0 ? start : 0;
  // An emoji is not cut in two.
  const part = text
    .slice(from, from + longest)
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .trim();
  return (from > 0 ? '… ' : '') + part + (text.length > from + longest ? ' …' : '');
}
