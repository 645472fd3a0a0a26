/** The audit trail in the words of people: who did what to what. Pure. */
import type { listAudit } from '#contract/audit.ts';
import type { Reply } from '#contract/kernel.ts';
import { differing, inWords } from '../form/values.ts';
import { formatDay, formatMinute, formatNumber } from '../format/formats.ts';

export type Line = Reply<typeof listAudit>['entries'][number];
export type Names = Reply<typeof listAudit>['names'];
type Fields = Readonly<Record<string, unknown>>;
type Change = Pick<Line, 'before' | 'after'>;

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
export interface Deed {
  text: string;
  names: string[];
  changes: FieldChange[];
}

export function deedOf(line: Line, names: Names, words: TrailWords = {}): Deed {
  const { action, entity } = line;
  const all: Change[] = [line, ...(line.parts ?? [])];
  if (action === 'create' || action === 'delete')
    return { text: `${pastTense(action)} this ${spaced(entity)}`, names: [], changes: [] };
  if (action === 'update') {
    const changes = all.flatMap((change) => changesOf(change, words));
    return {
      text:
        changes.length > shownChanges
          ? `changed ${formatNumber(changes.length)} fields`
          : `changed this ${spaced(entity)}`,
      names: [],
      changes,
    };
  }
  const [verb = '', ...rest] = action.split(' ');
  const count = line.count ?? all.length;
  const thing = things[rest.join(' ')] ?? rest.join(' ');
  const text = count === 1 ? `${pastTense(verb)} the ${thing}` : `${pastTense(verb)} ${formatNumber(count)} ${thing}s`;
  return {
    text,
    changes: [],
    names: all
      .map((change) => nameOf(change, line.entityId, names))
      .toSorted((one, other) => one.localeCompare(other, 'id')),
  };
}

/** More than these are told when asked for. */
export const shownChanges = 2;
export const shownNames = 3;

/** `Dasar SQL, Python, Excel and 2 more`; `count` where there are more than these names. */
export function listOf(names: readonly string[], count: number = names.length): string {
  const more = count - Math.min(shownNames, names.length);
  return names.slice(0, shownNames).join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}

const irregular: Readonly<Record<string, string>> = { update: 'changed' };
const pastTense = (verb: string): string => irregular[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);
/** What the trail calls shorter than people do. */
const things: Readonly<Record<string, string>> = { path: 'learning path' };
const spaced = (entity: string): string => entity.replaceAll('-', ' ');

/**
 * The other record of a link, or what was added to or taken from this one; a record that is gone keeps the end of its
 * id.
 */
function nameOf({ before, after }: Change, entityId: string, names: Names): string {
  const fields: Fields = after ?? before ?? {};
  const own = fields['name'] ?? fields['product_name'];
  if (typeof own === 'string') return own;
  const [, id] = Object.entries(fields).find(([column, value]) => column.endsWith('_id') && value !== entityId) ?? [];
  if (typeof id !== 'string') return '–';
  return names[id] ?? `…${id.slice(-8)}`;
}

/** Follow from other fields, or name the record itself: nobody edits them. */
const notEdited: ReadonlySet<string> = new Set(['id', 'slug', 'search', 'name_key', 'tenant', 'version', 'updated_at']);

function changesOf({ before, after }: Change, { labels = {}, words = {} }: TrailWords): FieldChange[] {
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
  return inWords(markup.test(value) ? textOf(value) : value);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of formatted text; what is shown is text again, so that nothing in it runs. */
export function textOf(html: string): string {
  return html
    .replace(/<\/(p|h[1-6]|li|blockquote)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
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
