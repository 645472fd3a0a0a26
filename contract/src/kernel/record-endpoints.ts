/**
 * Endpoints for listing, creating, reading, updating and deleting a kind of record, generated from one row of data
 * (compare assignment-row.ts).
 */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, ownerOf, removalConflict, version } from './fields.ts';
import { type Messages, type Role, endpoint } from './endpoint.ts';
import { type Size, listSize } from './page-size.ts';
import { type RecordKind, areaOf } from './record-kinds.ts';
import type { ApiScope } from './scopes.ts';
import { sorted } from './sorts.ts';

/** Schema of a stored field: its type and nullability, without validation rules. */
function stored(schema: z.core.$ZodType): z.core.$ZodType {
  if (ownerOf(schema)) return schema;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'default':
      return stored(def.innerType);
    case 'optional':
      return z.optional(stored(def.innerType));
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
export function changeOf<Draft extends z.ZodObject>(draft: Draft) {
  const shape = Object.entries(draft.shape).map(([key, schema]) => [
    key,
    schema instanceof z.ZodDefault ? z.optional(schema.unwrap()) : schema,
  ]);
  const change = z.object(Object.fromEntries(shape) as Changed<Draft['shape']>);
  return change.check(...((draft.def.checks ?? []) as z.core.$ZodCheck<z.output<typeof change>>[]));
}

/** Input of {@link recordEndpoints}: one row of data per record kind. */
export interface RecordOptions {
  kind: RecordKind;
  /** Wire names of the id and of the list's rows; default: such as `discountId` and `discounts`. */
  id?: string;
  rows?: string;
  /** URL of the list; records are below it. Default: such as `/admin/discount`. */
  url?: `/${string}`;
  /** Default: admins. */
  roles?: readonly Role[];
  /** Scope of API keys that may list and read. */
  readScope?: ApiScope;
  draft: z.ZodObject;
  /** Makes the body of `create` optional; every field must have a default. */
  isBornEmpty?: true;
  /** Fields of a row besides the draft, id and `updatedAt`. */
  more: z.ZodRawShape;
  /** Fields of the record besides its row. */
  detail: z.ZodRawShape;
  filters?: z.ZodRawShape;
  /** Sort words of the list, as for {@link sorted}. */
  sorts: readonly [string, ...string[]];
  /** Default: twice that of users and courses (spec §9). */
  pageSize?: Size;
  messages: { create: Messages; update: Messages; remove: Messages };
}

type IdOf<Options extends RecordOptions> = Options extends { id: infer Id extends string }
  ? Id
  : `${Options['kind']}Id`;
type RowsOf<Options extends RecordOptions> = Options extends { rows: infer Rows extends string }
  ? Rows
  : `${Options['kind']}s`;
export type FiltersOf<Options extends RecordOptions> = Options extends { filters: infer Filters extends z.ZodRawShape }
  ? Filters
  : Record<never, never>;

/** Draft schema whose input is optional; typed as the draft itself, so that all records have one type of body. */
const bornEmpty = <Draft extends z.ZodObject>(draft: Draft) =>
  draft.default(z.parse(draft, {}) as z.core.util.NoUndefined<z.output<Draft>>) as unknown as Draft;

/** Creates the endpoints `list`, `create`, `get`, `update` and `remove`. */
export function recordEndpoints<const Options extends RecordOptions>(options: Options) {
  const { kind, url = `/admin/${kind}`, roles = ['admin'], messages, pageSize = listSize(2) }: RecordOptions = options;
  // Destructuring would forget the types of the options.
  const draft: Options['draft'] = options.draft;
  const sorts: Options['sorts'] = options.sorts;
  const more: Options['more'] = options.more;
  const detail: Options['detail'] = options.detail;
  const id = (options.id ?? `${kind}Id`) as IdOf<Options>;
  const rows = (options.rows ?? `${kind}s`) as RowsOf<Options>;
  const own = { [id]: idOf(kind) } as Record<IdOf<Options>, ReturnType<typeof idOf>>;
  const fields = storedFields<Options['draft']['shape']>(draft.shape);
  const row = z.object({ ...fields, ...own, ...more, updatedAt: z.string() });
  const all = { area: areaOf(kind), roles };
  const reading = options.readScope && { scope: options.readScope };
  const making = { ...all, method: 'POST', url: `${url}/`, success: 201, creates: true } as const;
  const one = { ...all, url: `${url}/:id`, params: byIdOf(kind), versioned: true } as const;
  const whole = row.extend({ ...detail, removalConflict, version });
  const body = options.isBornEmpty ? bornEmpty(draft) : draft;
  const query = listQuery({ ...(options.filters as FiltersOf<Options>), sort: sorted(sorts) }, pageSize);
  return {
    kind,
    id,
    rows,
    /** Id of a row or of the reply of `create`. */
    idFrom: (reply: Readonly<Record<IdOf<Options>, string>>): string => reply[id],
    draft,
    row,
    list: endpoint({ ...all, ...reading, method: 'GET', url, query, reply: listReply(rows, row) }),
    create: endpoint({ ...making, body, reply: z.object(own), messages: messages.create }),
    get: endpoint({ ...one, ...reading, method: 'GET', reply: whole }),
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
