/** Formats entries of the audit trail as text. Pure functions. */
import { type AuditAction, eventWords, leftAtOnce, type listAudit } from '#contract/kernel/audit.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { nameColumns, recordKey, tableOfKey, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import { deedOf } from './history-deeds.ts';
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
  const deed = describeDeed(line, names, viewed, words);
  if (deed) return deed;
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
  return { text: `${verb} ${named(recordNoun(table), partName(line, table, names))}`, names: [], changes };
}

/** `the lesson “Kelas 1”`; `a lesson` if its name is unknown. */
const named = (noun: string, name: string | undefined): string =>
  name === undefined ? `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}` : `the ${noun} “${name}”`;

/** Describes an act of the job; its own fields are listed in the record's own history only. */
function describeDeed(line: Line, names: Names, viewed: string, words: TrailWords): LineDescription | undefined {
  const { action, before, after, count, recordId } = line;
  const table = line.table ?? '';
  const isOwn = recordKey(table, recordId ?? '') === viewed;
  const all = [line, ...line.parts];
  const deed = deedOf(table, {
    action,
    before: before ?? {},
    after: after ?? {},
    count,
    viewed,
    recordId: recordId ?? '',
    thing: isOwn
      ? `this ${recordNoun(table)}`
      : count > 1
        ? counted(count, recordNoun(table), recordNounPlural(table))
        : named(recordNoun(table), partName(line, table, names)),
    nameOf: (of) => names[line.belongsTo.find((key) => tableOfKey(key) === of) ?? ''],
  });
  if (!deed) return undefined;
  const nameOfChange = (change: Change) =>
    deed.links === undefined
      ? partName(change, table, names)
      : names[change.belongsTo.find((key) => tableOfKey(key) === deed.links) ?? ''];
  const isListed = deed.links !== undefined || (count > 1 && !isOwn);
  return {
    text: deed.text,
    names: isListed
      ? sorted(all.map((change) => nameOfChange(change) ?? `a deleted ${recordNoun(deed.links ?? table)}`))
      : [],
    changes: isOwn && action === 'update' ? all.flatMap((change) => changesOf(change, words)) : [],
  };
}

const sorted = (names: readonly string[]) => names.toSorted((one, two) => one.localeCompare(two, 'id'));

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
    text: isLong ? `changed ${counted(changes.length, 'field', 'fields')}` : `changed this ${thing}`,
    names: [],
    changes,
  };
}

/** Describes an action on several records: `assigned 5 courses`, with their names. */
function describeMany(
  verb: string,
  table: string,
  line: Line,
  nameOf: (change: Change) => string | undefined,
): LineDescription {
  const found = [line, ...line.parts].map(nameOf);
  if (line.count === 1 && found[0] === undefined)
    return { text: `${verb} ${named(recordNoun(table), undefined)}`, names: [], changes: [] };
  const what = line.count === 1 ? `the ${recordNoun(table)}` : `${formatNumber(line.count)} ${recordNounPlural(table)}`;
  const listed = found.some((name) => name !== undefined) ? found : [];
  return { text: `${verb} ${what}`, names: sorted(listed.map((name) => name ?? unknown)), changes: [] };
}

/** Stands for a name among others that is unknown: the record was deleted before the trail had names. */
const unknown = 'one without a name';

/** Describes attendance: `took the attendance of 6 users in the lesson “Kelas 1”`, with each mark. */
function describeAttendance(line: Line, names: Names, viewed: string, { parts }: TrailWords): LineDescription {
  const keyOf = ({ belongsTo }: Change, table: string) => belongsTo.find((key) => tableOfKey(key) === table) ?? '';
  const nameOfKey = (key: string) => names[key] ?? named(recordNoun(tableOfKey(key) || 'record'), undefined);
  const lesson = keyOf(line, 'lesson');
  const isOfUser = tableOfKey(viewed) === 'user';
  const marks = [line, ...line.parts].map((change) => {
    const mark = textOf(parts?.['attendance']?.words?.['status'], change.after?.['status']);
    const name = nameOfKey(keyOf(change, isOfUser ? 'lesson' : 'user'));
    return mark === undefined ? name : `${name}: ${mark}`;
  });
  const whose = isOfUser ? 'this user' : counted(line.count, 'user', 'users');
  const where = isOfUser || viewed === lesson ? '' : ` in ${named('lesson', names[lesson])}`;
  const text = `took the attendance of ${whose}${where}`;
  return { text, names: sorted(marks), changes: [] };
}

/** Whether an entry adds nothing to another one: the end of a leaving that was recorded at once. */
export const isRedundant = ({ table, action, before }: Line): boolean =>
  (table?.endsWith('_leaving') ?? false) && action === 'delete' && before?.['planned_start'] === leftAtOnce;

/** `planned that 2 courses leave this discount for “Baru” on 3 Desember 2026`, for both discounts and the product. */
function leavingOf(line: Line, names: Names, viewed: string): LineDescription {
  const { action, after, before, belongsTo } = line;
  const [taker = '', holder = '', item = ''] = belongsTo;
  const quoted = (key: string) => {
    const noun = recordNoun(tableOfKey(key));
    return key === viewed ? `this ${noun}` : names[key] === undefined ? `a ${noun}` : `“${names[key]}”`;
  };
  const [one, many] = [recordNoun, recordNounPlural].map((wordOf) => wordOf(tableOfKey(item)));
  const all = [line, ...line.parts];
  const isOfItem = viewed === item;
  const what = isOfItem ? `this ${one}` : counted(line.count, one!, many!);
  const holders = new Set(all.map((change) => change.belongsTo[1]));
  const whence = holders.size === 1 ? quoted(holder) : counted(holders.size, 'discount', 'discounts');
  const start = (after ?? before)?.['planned_start'];
  const whenIn = (plan: unknown) => (typeof plan === 'string' ? `on ${formatMinute(plan)}` : 'when that starts');
  const verb = action === 'create' ? 'planned' : 'ended the plan';
  const leaves = isOfItem || line.count === 1 ? 'leaves' : 'leave';
  const its = all.map((change) => names[change.belongsTo[2] ?? ''] ?? unknown);
  const text =
    start === leftAtOnce
      ? `took ${what} out of ${whence} for ${quoted(taker)}`
      : `${verb} that ${what} ${leaves} ${whence} for ${quoted(taker)} ${whenIn(start)}`;
  return {
    text,
    names: isOfItem ? [] : sorted(its),
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
    text: typeof count === 'number' && count > 1 ? `${sentence} ${counted(count, 'time', 'times')}` : sentence,
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

/** Name of the other end of a link. */
const otherEnd = ({ belongsTo }: Change, viewed: string, names: Names): string | undefined =>
  names[belongsTo.find((one) => one !== viewed) ?? ''];

/** Name of a part before the change; undefined if it has none or it is unknown. */
function partName({ recordId, before, after }: Change, table: string, names: Names): string | undefined {
  const fields: Fields = { ...after, ...before };
  const own = fields[nameColumns[table] ?? 'name'] ?? fields['product_name'];
  return typeof own === 'string' ? excerpt(textOfHtml(own), 0) : names[recordKey(table, recordId ?? '')];
}

/** Columns derived from others or identifying the record; nobody edits them. */
const notEdited: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'search',
  'name_key',
  'phone_e164',
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
    .filter(
      (column) => !notEdited.has(column) && !isReference(before?.[column], after?.[column], words[camelCase(column)]),
    )
    .map((column) => {
      const key = camelCase(column);
      const format = (value: unknown) => textOf(words[key], value) ?? formatPlain(value);
      return { label: labels[key] ?? labelOf(column), ...excerpts(format(before?.[column]), format(after?.[column])) };
    });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Whether values are ids, for which there are no words. */
const isReference = (was: unknown, becomes: unknown, words: ValueWords | undefined): boolean =>
  words === undefined && [was, becomes].some((value) => typeof value === 'string' && uuid.test(value));

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
