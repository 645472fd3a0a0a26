/**
 * Endpoints for listing, creating, reading, updating and deleting a kind of record, generated from one row of data
 * (compare assignment-row.ts).
 */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, removalConflict, version } from './fields.ts';
import { type Area, type Messages, type Role, endpoint } from './kernel.ts';
import { ownerOf } from './owner.ts';
import { type Size, listSize } from './page-size.ts';
import { type RecordKind, areaOf } from './records.ts';
import { sorted } from './sorts.ts';

/** Schema of a stored field: its type and nullability, without validation rules. */
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
/** Fields of a draft in replies. */
export const storedFields = <Shape extends z.ZodRawShape>(shape: Shape) => storedShape(shape) as Stored<Shape>;

type Changed<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape]: Shape[Key] extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : Shape[Key];
};

/**
 * Body of an update: fields with a default become optional and stay unchanged when omitted, so that clients unaware of
 * a field do not reset it. The merged record must be a valid draft; the service merges and checks it (`validated`).
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
  /** Wire names of the id and of the list's rows; default: such as `discountId` and `discounts`. */
  id?: Id;
  rows?: Rows;
  /** URL of the list; records are below it. Default: such as `/admin/discount`. */
  url?: `/${string}`;
  /** Default: admins. */
  roles?: readonly Role[];
  /** Areas whose changes make list and record stale; same as an endpoint's `embeds`. */
  embeds?: readonly Area[];
  draft: z.ZodObject<Shape>;
  /** Makes the body of `create` optional; every field must have a default. */
  isBornEmpty?: true;
  /** Additional `embeds` of the record, not of its row. */
  detailEmbeds?: readonly Area[];
  /** Fields of a row besides the draft, id and `updatedAt`. */
  more: More;
  /** Fields of the record besides its row. */
  detail: Detail;
  filters?: Filters;
  /** Sort words of the list, as for {@link sorted}. */
  sorts: readonly [Sort, ...Sort[]];
  /** Default: twice that of users and courses (spec §9). */
  pageSize?: Size;
  messages: { create: Messages; update: Messages; remove: Messages };
}

const reading = (embeds: readonly Area[]) => ({ ...(embeds.length > 0 && { embeds }), method: 'GET' }) as const;

/** Draft schema whose input is optional; typed as the draft itself. */
const bornEmpty = <Shape extends z.ZodRawShape>(draft: z.ZodObject<Shape>) =>
  draft.default(z.parse(draft, {}) as never) as unknown as typeof draft;

/** Creates the endpoints `list`, `create`, `get`, `update` and `remove`. */
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
    /** Id of a row or of the reply of `create`. */
    idFrom: (reply: Readonly<Record<Id, string>>): string => reply[id],
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
