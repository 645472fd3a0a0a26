/**
 * Definition of an endpoint: one entry that the server serves, the browser calls and OpenAPI describes. URLs, role
 * lists, messages and field names are written only here.
 */
import type { z } from 'zod';
import { counted } from './counted.ts';
import type { RecordArea } from './record-kinds.ts';
import type { ApiScope } from './scopes.ts';

export const tenants = ['coding', 'cyber', 'data'] as const;
export type Tenant = (typeof tenants)[number];

/** Roles by decreasing power. `superadmin` may do everything, so no endpoint names it; `member` has no access here. */
export const roles = ['superadmin', 'admin', 'instructor', 'customer-service', 'member'] as const;
export type Role = (typeof roles)[number];

/** Areas that calls change and show: those of the record kinds, and areas without a record kind. */
export type Area = RecordArea | 'auth' | 'audit' | 'brand' | 'search' | 'home' | 'order-tracking';

/**
 * Toasts of a call (spec §8, verbatim). `{name}` is filled from the call's params, body and reply; our own texts with a
 * count say both its nouns, `{changed code|codes}`. `tone` is the look of the success toast; `preferServer` shows the
 * server's message instead of `fail` where the spec says so.
 */
export interface Messages {
  ok?: string;
  fail?: string;
  tone?: 'success' | 'warning' | 'error';
  preferServer?: boolean;
  /** For forms that show the reason themselves: no toast on failure. Not for messages of the specification. */
  failsInPlace?: boolean;
}

type Nothing = z.ZodUndefined;
export type Schema = z.ZodType;

/** Endpoint: who may call it, the schemas of its input and reply, and how its failures are reported. */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  area: Area;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under `/api` in the router's notation (`:id`); served with and without a trailing slash. */
  url: `/${string}`;
  /**
   * Roles that may call it: `public` needs no sign-in, `staff` is every role but member; superadmin is always admitted,
   * except to `key`, which is for API keys alone.
   */
  roles: 'public' | 'staff' | 'key' | readonly Role[];
  /** Scope with which an API key may call it; without one, or with `stepUp`, no key may. */
  scope?: ApiScope;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Makes the body multipart/form-data: the fields of `body`, of at most `maxFieldBytes` (default: 1,000) each, plus one
   * file of at most `max` bytes.
   */
  filePart?: { name: string; max: number; maxFieldBytes?: number };
  reply: R;
  /** HTTP status of success; default: 200. */
  success?: 200 | 201 | 202 | 204;
  /** Creates a record on each call; honors Idempotency-Key, so that a retry does not create it twice. */
  creates?: boolean;
  /**
   * Requires the password again unless it was confirmed in the last ten minutes; otherwise 403 with reason `step-up`.
   */
  stepUp?: boolean;
  /** Versioned record: GET replies with an ETag; PUT, PATCH and DELETE honor If-Match. */
  versioned?: boolean;
  /**
   * Records the change as a batch if it changed several records; the reply then names it in the header Batch-Id, and it
   * can be undone (docs/decisions/0075).
   */
  recordsBatch?: boolean;
  /** Agents may propose it: a person sees its effects, and signs it. */
  proposable?: true;
  /** Replies with a credential, which agents never get. */
  isCredential?: true;
  /** Lists personal data: rows are counted, and limited per user and hour (429). */
  metered?: boolean;
  messages?: Messages;
  /** Status that the browser reports for any failure, whatever the server replied (spec §8). */
  failsAs?: 500;
}

/** Declares an endpoint and infers the types of its four schemas: params, query, body and reply. */
export function endpoint<
  R extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(entry: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return entry;
}

type Part<K extends string, S extends Schema> = S extends Nothing
  ? unknown
  : Record<never, never> extends z.input<S> | (undefined extends z.input<S> ? Record<never, never> : never)
    ? { [key in K]?: z.input<S> }
    : { [key in K]: z.input<S> };

/** Input of a call: params, query and body as sent. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;

/** Reply of a call. */
export type Reply<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

/** Input of a handler, after validation. */
export type ValidatedInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;

/** Whether an endpoint replies with a file instead of JSON. */
export const repliesWithFile = ({ reply }: Pick<Endpoint, 'reply'>): boolean => reply.type === 'file';

/** Part of an endpoint that says who may call it. */
export type Admission = Pick<Endpoint, 'roles' | 'scope' | 'stepUp'>;

/**
 * Whether a role may call the endpoint; unknown roles may call only public ones. `scopes`: those of an API key, whose
 * role is `key`.
 */
export function mayCall(entry: Admission, role: string, scopes: readonly ApiScope[] = []): boolean {
  if (entry.roles === 'public') return true;
  if (role === 'key') return entry.scope !== undefined && !entry.stepUp && scopes.includes(entry.scope);
  if (entry.roles === 'key') return false;
  if (role === 'superadmin') return true;
  if (entry.roles === 'staff') return role !== 'member' && (roles as readonly string[]).includes(role);
  return (entry.roles as readonly string[]).includes(role);
}

/**
 * Fills `{key}` in a message, and `{key code|codes}` with the count and its noun; unknown keys are left in place, so that
 * mistakes are visible.
 */
export function fillMessage(message: string, values: Record<string, unknown>): string {
  return message.replace(/\{(\w+)(?: ([^{}|]+)\|([^{}|]+))?\}/g, (whole, key: string, one?: string, many = '') => {
    if (!(key in values)) return whole;
    return one ? counted(Number(values[key]), one, many) : String(values[key]);
  });
}
