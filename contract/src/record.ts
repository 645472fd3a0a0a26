/** The endpoints of a record that people list, create, read, change and delete, as a row of data (as assignment-row.ts). */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, removalConflict, version } from './fields.ts';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import { ownerOf } from './owner.ts';
import { type Size, listSize } from './page-size.ts';
import { type RecordKind, areaOf } from './records.ts';
import { sorted } from './sorts.ts';

/** What a field is once it is stored: its type and whether it may be null, without the rules of writing it. */
function stored(schema: z.core.$ZodType): z.core.$ZodType {
  if (ownerOf(schema)) return schema;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'default':
    case 'optional':
      return stored(def.innerType);
    case 'nullable':
      return z.nullable(stored(def.innerType));
    case 'pipe':
      return stored(def.out);
    case 'array':
      return z.array(stored(def.element));
    case 'object':
      return z.object(storedShape(def.shape));
    case 'string':
      return z.string();
    case 'number':
      return z.int();
    default:
      return schema;
  }
}
const storedShape = (shape: z.core.$ZodShape) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, stored(schema)]));

type Stored<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodType<z.output<Shape[Key]>> };
/** The fields of a draft as replies tell them. */
export const storedFields = <Shape extends z.ZodRawShape>(shape: Shape) => storedShape(shape) as Stored<Shape>;

type Changed<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape]: Shape[Key] extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : Shape[Key];
};

/**
 * What a change sends: a field with a default may be left out and then stays as it is, so that a caller who does not
 * know it does not empty it. The whole must be a valid draft; the service puts it together (`validated`).
 */
export function changeOf<Shape extends z.ZodRawShape>(draft: z.ZodObject<Shape>) {
  const shape = Object.entries(draft.shape).map(([key, schema]) => [
    key,
    schema instanceof z.ZodDefault ? z.optional(schema.unwrap()) : schema,
  ]);
  const change = z.object(Object.fromEntries(shape) as Changed<Shape>);
  return change.check(...((draft.def.checks ?? []) as z.core.$ZodCheck<z.output<typeof change>>[]));
}

export interface RecordRow<
  Kind extends RecordKind,
  Id extends string,
  Rows extends string,
  Shape extends z.ZodRawShape,
  More extends z.ZodRawShape,
  Detail extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  Sort extends string,
> {
  kind: Kind;
  /** How its id and its list are called on the wire, where that is not `discountId` and `discounts`. */
  id?: Id;
  rows?: Rows;
  /** Of the list; a record's is below it. Absent: `/admin/discount`. */
  url?: `/${string}`;
  /** Absent: admins. */
  roles?: readonly Role[];
  /** As of an endpoint, of what is read: what else changes it. */
  embeds?: readonly Area[];
  draft: z.ZodObject<Shape>;
  /** It is created without a body too: every field has a default. */
  isBornEmpty?: true;
  /** The same, of the record alone: what its row does not tell. */
  detailEmbeds?: readonly Area[];
  /** What a row tells beside its fields, its id and when it was changed. */
  more: More;
  /** What the record tells beside its row. */
  detail: Detail;
  filters?: Filters;
  /** Of the list, as {@link sorted} takes them. */
  sorts: readonly [Sort, ...Sort[]];
  /** Absent: twice that of users and courses (spec §9). */
  pageSize?: Size;
  messages: { create: Messages; update: Messages; remove: Messages };
}

const reading = (embeds: readonly Area[]) => ({ ...(embeds.length > 0 && { embeds }), method: 'GET' }) as const;

/** A draft that may be left out. As a type it is what it makes: a draft. */
const bornEmpty = <Shape extends z.ZodRawShape>(draft: z.ZodObject<Shape>) =>
  draft.default(z.parse(draft, {}) as never) as unknown as typeof draft;

/** `discounts.list`, `discounts.create` and so on. */
export function recordEndpoints<
  Kind extends RecordKind,
  Shape extends z.ZodRawShape,
  More extends z.ZodRawShape,
  Detail extends z.ZodRawShape,
  Filters extends z.ZodRawShape = Record<never, never>,
  Id extends string = `${Kind}Id`,
  Rows extends string = `${Kind}s`,
  const Sort extends string = string,
>(record: RecordRow<Kind, Id, Rows, Shape, More, Detail, Filters, Sort>) {
  const { kind, url = `/admin/${kind}`, roles = ['admin'], draft, messages, pageSize = listSize(2) } = record;
  const { id = `${kind}Id` as Id, rows = `${kind}s` as Rows, embeds = [], detailEmbeds = [] } = record;
  const own = { [id]: idOf(kind) } as Record<Id, ReturnType<typeof idOf>>;
  const row = z.object({ ...storedFields(draft.shape), ...own, ...record.more, updatedAt: z.string() });
  const all = { area: areaOf(kind), roles };
  const making = { ...all, method: 'POST', url: `${url}/`, success: 201, creates: true } as const;
  const one = { ...all, url: `${url}/:id`, params: byIdOf(kind), versioned: true } as const;
  const whole = row.extend({ ...record.detail, removalConflict, version });
  const body = record.isBornEmpty ? bornEmpty(draft) : draft;
  const query = listQuery({ ...(record.filters as Filters), sort: sorted(record.sorts) }, pageSize);
  return {
    kind,
    id,
    rows,
    /** The id that a row, or an answer of `create`, tells. */
    idIn: (told: Readonly<Record<Id, string>>): string => told[id],
    draft,
    row,
    list: endpoint({ ...all, ...reading(embeds), url, query, reply: listReply(rows, row) }),
    create: endpoint({ ...making, body, reply: z.object(own), messages: messages.create }),
    get: endpoint({ ...one, ...reading([...embeds, ...detailEmbeds]), reply: whole }),
    update: endpoint({
      ...one,
      method: 'PUT',
      body: changeOf(draft),
      reply: z.object({ ...own, version }),
      messages: messages.update,
    }),
    remove: endpoint({ ...one, method: 'DELETE', reply: z.object(own), messages: messages.remove }),
  };
}
