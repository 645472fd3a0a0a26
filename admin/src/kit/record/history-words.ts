/** Formats entries of the audit trail as text. Pure functions. */
import { type AuditAction, eventWords, leftAtOnce, type listAudit } from '#contract/kernel/audit.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { idOfKey, recordKey, tableOfKey, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import { type ValueWords, textOf } from '../form/value-words.ts';
import { changedKeys, formatForComparison } from '../form/values.ts';
import { textOfHtml } from '../format/html-text.ts';
import { counted, formatDay, formatMinute, formatNumber } from '../format/formats.ts';

export type Line = Reply<typeof listAudit>['entries'][number];
export type Names = Reply<typeof listAudit>['names'];
type Fields = Readonly<Record<string, unknown>>;
type Change = Pick<Line, 'recordId' | 'before' | 'after' | 'belongsTo'>;

/** Labels and value formats of an area's fields, by the contract's keys (`discountType`). */
export interface TrailWords {
  /** Labels that differ from the column's name: `{ startDate: 'Starts' }`. */
  labels?: Readonly<Record<string, string>>;
  words?: Readonly<Record<string, ValueWords>>;
  /** Those of the record's parts, by table. */
  parts?: Readonly<Record<string, TrailWords>>;
}

export interface FieldChange {
  label: string;
  /** Null if the formatted texts are equal. */
  was: string | null;
  becomes: string;
}

/** Description of an entry: `assigned 5 courses` with their names, or `changed this discount` with the changes. */
export interface LineDescription {
  text: string;
  names: string[];
  changes: FieldChange[];
}

/**
 * Describes an entry in the history of `viewed` (a record key): a change of the record, of a part of it, or of a link
 * to another record.
 */
export function describeLine(line: Line, names: Names, viewed: string, words: TrailWords = {}): LineDescription {
  const { table, recordId, action, belongsTo } = line;
  if (table === null) return describeEvent(line);
  const own = recordKey(table, recordId ?? '');
  const all: Change[] = [line, ...line.parts];
  if (table === 'attendance') return describeAttendance(line, names, viewed, words);
  if (table.endsWith('_leaving')) return leavingOf(line, names, viewed);
  if (own === viewed) return describeOwn(action, recordNoun(table), all, words);
  const other = belongsTo.find((key) => key !== viewed);
  const isLink = !belongsTo.includes(own) && other !== undefined;
  // `belongsTo` starts with the record that was moved.
  if (isLink && action === 'update' && belongsTo[0] === viewed)
    return { text: `moved this ${recordNoun(tableOfKey(viewed))}`, names: [], changes: [] };
  if (isLink)
    return describeMany(linkVerbs[action] ?? action, tableOfKey(other), line, (change) =>
      otherEnd(change, viewed, names),
    );
  const verb = partVerbs[action] ?? action;
  if (line.count > 1) return describeMany(verb, table, line, (change) => partName(change, table, names));
  const changes = action === 'update' ? changesOf(line, words.parts?.[table]) : [];
  return { text: `${verb} the ${recordNoun(table)} “${partName(line, table, names)}”`, names: [], changes };
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

/** Describes an action on several records: `assigned 5 courses`, with their names. */
function describeMany(verb: string, table: string, line: Line, nameOf: (change: Change) => string): LineDescription {
  const sorted = [line, ...line.parts].map(nameOf).toSorted((one, two) => one.localeCompare(two, 'id'));
  const what = line.count === 1 ? `the ${recordNoun(table)}` : `${formatNumber(line.count)} ${recordNounPlural(table)}`;
  return { text: `${verb} ${what}`, names: sorted, changes: [] };
}

/** Describes attendance: `took the attendance of 6 users in the lesson “Kelas 1”`, with each mark. */
function describeAttendance(line: Line, names: Names, viewed: string, { parts }: TrailWords): LineDescription {
  const keyOf = ({ belongsTo }: Change, table: string) => belongsTo.find((key) => tableOfKey(key) === table) ?? '';
  const nameOfKey = (key: string) => nameOrId(names[key], idOfKey(key));
  const lesson = keyOf(line, 'lesson');
  const isOfUser = tableOfKey(viewed) === 'user';
  const marks = [line, ...line.parts].map((change) => {
    const mark = textOf(parts?.['attendance']?.words?.['status'], change.after?.['status']);
    return `${nameOfKey(isOfUser ? keyOf(change, 'lesson') : keyOf(change, 'user'))}: ${mark}`;
  });
  const whose = isOfUser ? 'this user' : counted(line.count, 'user', 'users');
  const where = isOfUser || viewed === lesson ? '' : ` in the lesson “${nameOfKey(lesson)}”`;
  const text = `took the attendance of ${whose}${where}`;
  return { text, names: marks.toSorted((one, two) => one.localeCompare(two, 'id')), changes: [] };
}

/** Whether an entry adds nothing to another one: the end of a leaving that was recorded at once. */
export const isRedundant = ({ table, action, before }: Line): boolean =>
  (table?.endsWith('_leaving') ?? false) && action === 'delete' && before?.['planned_start'] === leftAtOnce;

/** `planned that 2 courses leave this discount for “Baru” on 3 Desember 2026`, for both discounts and the product. */
function leavingOf(line: Line, names: Names, viewed: string): LineDescription {
  const { action, after, before, belongsTo } = line;
  const [taker = '', holder = '', item = ''] = belongsTo;
  const named = (key: string) =>
    key === viewed ? `this ${recordNoun(tableOfKey(key))}` : `“${nameOrId(names[key], idOfKey(key))}”`;
  const [one, many] = [recordNoun, recordNounPlural].map((wordOf) => wordOf(tableOfKey(item)));
  const all = [line, ...line.parts];
  const isOfItem = viewed === item;
  const what = isOfItem ? `this ${one}` : counted(line.count, one!, many!);
  const holders = new Set(all.map((change) => change.belongsTo[1]));
  const whence = holders.size === 1 ? named(holder) : `${formatNumber(holders.size)} discounts`;
  const start = (after ?? before)?.['planned_start'];
  const whenIn = (plan: unknown) => (typeof plan === 'string' ? `on ${formatMinute(plan)}` : 'when that starts');
  const verb = action === 'create' ? 'planned' : 'ended the plan';
  const leaves = isOfItem || line.count === 1 ? 'leaves' : 'leave';
  const its = all.map((change) => nameOrId(names[change.belongsTo[2] ?? ''], idOfKey(change.belongsTo[2] ?? '')));
  const text =
    start === leftAtOnce
      ? `took ${what} out of ${whence} for ${named(taker)}`
      : `${verb} that ${what} ${leaves} ${whence} for ${named(taker)} ${whenIn(start)}`;
  return {
    text,
    names: isOfItem ? [] : its.toSorted((first, second) => first.localeCompare(second, 'id')),
    changes: [],
  };
}

const linkVerbs: Readonly<Record<string, string>> = { create: 'assigned', delete: 'unassigned', update: 'moved' };
const partVerbs: Readonly<Record<string, string>> = { create: 'added', delete: 'removed', update: 'changed' };

/** Describes an event that changes no record: how often, from where, and what was requested. */
function describeEvent({ action, after }: Line): LineDescription {
  const { count, network, method, route } = after ?? {};
  const sentence = eventWords[action as AuditAction] ?? action.replaceAll('-', ' ');
  const facts: [string, unknown][] = [
    ['From', network],
    ['Asked for', method && `${String(method)} ${String(route)}`],
  ];
  return {
    text: typeof count === 'number' && count > 1 ? `${sentence} ${formatNumber(count)} times` : sentence,
    names: [],
    changes: facts.flatMap(([label, value]) => (value ? [{ label, was: null, becomes: String(value) }] : [])),
  };
}

/** Number of changes and names shown before the entry is expanded. */
export const shownChanges = 2;
export const maxShownNames = 3;

/** Suffix such as ` and 2 more` for the names that are not shown; `count` if there are more than `names`. */
export function moreSuffix(names: readonly string[], count: number = names.length): string {
  const more = count - Math.min(maxShownNames, names.length);
  return more > 0 ? ` and ${formatNumber(more)} more` : '';
}

/** Unknown name: show the end of the id. */
const nameOrId = (name: unknown, id: string): string => (typeof name === 'string' ? name : `…${id.slice(-8)}`);

/** Name of the other end of a link. */
function otherEnd({ belongsTo }: Change, viewed: string, names: Names): string {
  const key = belongsTo.find((one) => one !== viewed);
  return key === undefined ? '–' : nameOrId(names[key], idOfKey(key));
}

/** Name of a part before the change. */
function partName({ recordId, before, after }: Change, table: string, names: Names): string {
  const fields: Fields = { ...after, ...before };
  const own = fields['name'] ?? fields['product_name'] ?? fields['invoice_number'];
  return nameOrId(own ?? names[recordKey(table, recordId ?? '')], recordId ?? '–');
}

/** Columns derived from others or identifying the record; nobody edits them. */
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
  { labels = {}, words = {} }: TrailWords = {},
): FieldChange[] {
  return changedKeys<Fields>(before ?? {}, after ?? {})
    .filter((column) => !notEdited.has(column))
    .map((column) => {
      const key = camelCase(column);
      const format = (value: unknown) => textOf(words[key], value) ?? formatPlain(value);
      return { label: labels[key] ?? labelOf(column), ...excerpts(format(before?.[column]), format(after?.[column])) };
    });
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const labelOf = (column: string): string => column.charAt(0).toUpperCase() + column.slice(1).replaceAll('_', ' ');

/** Format of timestamps in the database's JSON. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const day = /^\d{4}-\d\d-\d\d$/;
const markup = /<\/?(p|br|h[1-6]|strong|em|s|u|ul|ol|li|blockquote|a)\b[^>]*>/i;

function formatPlain(value: unknown): string {
  if (typeof value !== 'string') return formatForComparison(value);
  if (moment.test(value)) return formatMinute(value);
  if (day.test(value)) return formatDay(value);
  return formatForComparison(markup.test(value) ? textOfHtml(value) : value);
}

const longest = 140;
const lead = 30;

/** Shortens both texts to the part where they differ. */
function excerpts(was: string, becomes: string): Pick<FieldChange, 'was' | 'becomes'> {
  if (was === becomes) return { was: null, becomes: excerpt(becomes, 0) };
  let same = 0;
  while (same < was.length && was[same] === becomes[same]) same += 1;
  const start = Math.max(was.length, becomes.length) > longest ? Math.max(0, same - lead) : 0;
  return { was: excerpt(was, start), becomes: excerpt(becomes, start) };
}

function excerpt(text: string, start: number): string {
  const from = start > 0 && text.length > 0 ? start : 0;
  // Removes a surrogate that was cut in half.
  const part = text
    .slice(from, from + longest)
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .trim();
  return (from > 0 ? '… ' : '') + part + (text.length > from + longest ? ' …' : '');
}
