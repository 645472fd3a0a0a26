/**
 * What an endpoint is: one entry that the server serves, the browser calls and OpenAPI describes.
 * Nobody writes a URL, a role list, a message or a field name a second time.
 */
import type { z } from 'zod';
import type { RecordArea } from './records.ts';

export const tenants = ['coding', 'cyber', 'data'] as const;
export type Tenant = (typeof tenants)[number];

/** Roles in falling power. `superadmin` may do everything, so no endpoint names it; `member` may do nothing here. */
export const roles = ['superadmin', 'admin', 'instructor', 'customer-service', 'member'] as const;
export type Role = (typeof roles)[number];

/** What calls change and show: the areas of the kinds of record, and those that have no kind of their own. */
export type Area = RecordArea | 'auth' | 'audit' | 'search' | 'home' | 'order-tracking';

/**
 * The toasts of a call (spec §8, to the letter). `{name}` is filled from the call's params, body and reply.
 * `tone` is the look of the success toast; `preferServer` shows the server's message instead of `fail` where the spec
 * says so.
 */
export interface Messages {
  ok?: string;
  fail?: string;
  tone?: 'success' | 'warning' | 'error';
  preferServer?: boolean;
  /** Of a form that shows why it was not saved: no toast says it again. Not of texts of the specification. */
  failsInPlace?: boolean;
}

type Nothing = z.ZodUndefined;
export type Schema = z.ZodType;

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  area: Area;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/api`, in the router's notation (`:id`); every path answers with and without its trailing slash. */
  url: `/${string}`;
  /** Who may call it: `public` needs no sign-in, `staff` is every role but member; superadmin is always admitted. */
  roles: 'public' | 'staff' | readonly Role[];
  params?: P;
  query?: Q;
  body?: B;
  /** The body is multipart/form-data: the fields of `body`, and one file of at most `most` bytes. */
  filePart?: { name: string; most: number };
  reply: R;
  /** HTTP status of success, 200 unless said. */
  success?: 200 | 201 | 204;
  /** Makes something new each time it runs: heeds Idempotency-Key, so that a retry does not make it twice. */
  creates?: boolean;
  /** Asks for the password again unless it was given in the last ten minutes: 403 with the reason `step-up`. */
  stepUp?: boolean;
  /** The record carries a version: GET answers an ETag; PUT, PATCH and DELETE heed If-Match. */
  versioned?: boolean;
  /** The areas whose records the answer tells of without their ids: it is stale when they change (staleness.ts). */
  embeds?: readonly Area[] | 'all';
  messages?: Messages;
  /** The status that every failure is told as in the browser, whatever the server answered (spec §8). */
  failsAs?: 500;
}

/** Declares an endpoint; it exists to infer the types of its four schemas. */
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

/** What a caller gives: params, query and body as they go over the wire. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;

/** What a call answers. */
export type Reply<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never;

/** What a handler receives, after validation. */
export type ValidatedInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;

/** True when the role may call the endpoint; an unknown role may do nothing. */
export function mayCall(entry: Pick<Endpoint, 'roles'>, role: string): boolean {
  if (entry.roles === 'public' || role === 'superadmin') return true;
  if (entry.roles === 'staff') return role !== 'member' && (roles as readonly string[]).includes(role);
  return (entry.roles as readonly string[]).includes(role);
}

/** Fills `{key}` in a message; an unknown key stays as it is, so that a mistake is seen. */
export function fillMessage(message: string, values: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));
}
