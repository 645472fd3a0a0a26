/** Sends any request to an endpoint, and reports faults of the response and whether rows were changed. */
import type { InjectOptions } from 'fastify';
import { forgotPassword, openPasswordLink, resetPassword } from '#contract/auth/password-link.ts';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { problem } from '#contract/kernel/fields.ts';
import type { Endpoint, Role, Tenant } from '#contract/kernel/endpoint.ts';
import { scopeNames } from '#contract/kernel/scopes.ts';
import { finishUpload } from '#contract/kernel/upload.ts';
import { updateBrandSettings } from '#contract/brand/endpoints.ts';
import { putMember } from '#contract/integration/members.ts';
import { createUser } from '#contract/user/account.ts';
import { changeUser } from '#contract/user/endpoints.ts';
import { previewNextBatch, undoNextBatch } from '#contract/course/schedule/next-batch.ts';
import { previewMatches, startMatches } from '#contract/payment/bank/lines.ts';
import { importStatement, previewStatement } from '#contract/payment/bank/statements.ts';
import { importPayouts, previewPayouts } from '#contract/payment/payouts.ts';
import { type ImportPreview, previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { finishSignIn } from '#contract/auth/second-factor.ts';
import { hashPassword } from '#platform/session/password.ts';
import { maxKeyCalls } from '#platform/http/rate-limit.ts';
import { type TestApp, type TestCaller, bodyOf, testerHash, testerPassword } from '#platform/testing/app.ts';
import { addRecords, linkRecords } from '#shared/testing/sample.ts';
import { headersOf } from './gateway-input.ts';
import { factorBody, signInProof } from './second-factors.ts';
import {
  type WireInput,
  columnsFor,
  fileFor,
  kindsNamedBy,
  prepareRecords,
  placeholders,
  validInput,
  isExportPart,
} from './valid-input.ts';

export interface Answered {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

/** Replacements of the valid parts, as raw text, so that invalid JSON can be sent. */
export interface Request {
  params?: Record<string, string>;
  /** Part after the question mark. */
  query?: string;
  /** Raw body; undefined: none. */
  payload?: string | Buffer | undefined;
  headers?: Record<string, string | undefined>;
  /** Whether the path ends with a slash; default: true. */
  slash?: boolean;
  /** Address of the caller. */
  from?: string;
}

/** Bodies of calls that need the caller's own password. */
const ownPassword: Record<string, object> = {
  '/member/password/': { currentPassword: testerPassword, password: testerPassword },
  '/member/password/confirm/': { password: testerPassword },
};

/** Calls that do what a preview showed, with the call that shows it. */
const previews: ReadonlyMap<Endpoint, Endpoint> = new Map<Endpoint, Endpoint>([
  [startImport, previewImport],
  [importStatement, previewStatement],
  [startMatches, previewMatches],
  [importPayouts, previewPayouts],
]);

/** Generates and sends requests of endpoints, and detects changed rows. */
export class Probe {
  readonly #test: TestApp;
  #count = 0;
  #hash: Promise<string> | undefined;
  #hasFunction: Promise<unknown> | undefined;

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Valid input with new records of the tenant that nothing else refers to. */
  async prepare(entry: Endpoint, tenant: Tenant = 'coding', as: Role = 'superadmin'): Promise<WireInput> {
    const columns = columnsFor(entry);
    await this.#fillKeys();
    // A view can only be changed by its owner.
    if (entry.area === 'saved-view') columns['saved-view'] = { user_id: (await this.#test.as(as, tenant)).userId };
    // An export can only be read by its owner.
    if (isExportPart(entry)) columns.export = { user_id: (await this.#test.as(as, tenant)).userId };
    // An upload is finished by who began it.
    if (entry === finishUpload) columns.upload = { user_id: (await this.#test.as(as, tenant)).userId };
    // A batch is seen by its owner.
    if (entry.area === 'batch') columns.batch = { user_id: (await this.#test.as(as, tenant)).userId };
    // A proposal is seen by the person and the key that it is of.
    if (entry.area === 'batch') columns.proposal = { ...columns.batch, agent_id: this.#keys[0]?.userId };
    // Only roles that may begin a batch can undo it.
    if (entry === undoBatch && as === 'instructor') columns.batch = { ...columns.batch, kind: 'course-publishing' };
    const made = await addRecords(this.#test.sql, tenant, kindsNamedBy(entry), columns);
    // Ordered records must be linked: a path's courses are those in the input.
    await linkRecords(this.#test.sql, tenant, made, 'ordered');
    await prepareRecords(this.#test.sql, entry, tenant, made);
    const input = validInput(entry, { ...placeholders, ...made });
    const body = await factorBody(this.#test, entry, await this.#test.as(as, tenant));
    if (body) return { ...input, body };
    if (entry.url in ownPassword) return { ...input, body: await this.#ownPassword(entry.url) };
    // Other tests need instructors who see every course.
    if (entry === updateBrandSettings)
      return { ...input, body: { ...(input.body as object), instructorCourses: 'all' } };
    if (entry === createUser || entry === changeUser || entry === putMember)
      return { ...input, body: this.#account(input.body as object) };
    if (entry === undoNextBatch) return { ...input, body: await this.#untouched(input) };
    const shownBy = previews.get(entry);
    if (shownBy) return { ...input, body: await this.#previewed(shownBy, input, as) };
    return entry.url.startsWith('/auth/') ? { ...input, body: await this.#session(entry.url, tenant) } : input;
  }

  /** E-mails are unique, phones are numbers, and members may be created by all. */
  #account(body: object): object {
    const own = { email: `akun${(this.#count += 1)}@sample.test`, phoneNumber: '0812 0000 1234' };
    return { ...body, ...own, ...('role' in body && { role: 'member' }) };
  }

  /** An import repeats what its preview showed. */
  async #previewed(shownBy: Endpoint, input: WireInput, as: Role): Promise<object> {
    const { seen } = (await this.send(shownBy, input, {}, as)).body as Pick<ImportPreview, 'seen'>;
    return { ...(input.body as object), seen };
  }

  /** A draft is deleted as it was seen. */
  async #untouched({ params }: WireInput): Promise<object> {
    const shown = await this.send(previewNextBatch, { params, query: {}, body: { startDate: '2096-01-02' } });
    const { seen = '' } = shown.body as { seen?: string };
    return { courses: [{ courseId: params['id'], seen }] };
  }

  /** Link of a mail; returns its token. */
  async #link(email: string): Promise<string> {
    const token = `token of ${email}`;
    await this.#test.sql(
      `insert into account_mail (tenant, user_id, kind, email, token_hash)
       select tenant, id, 'password', email, sha256(convert_to($2, 'UTF8')) from "user" where email = $1`,
      [email, token],
    );
    return token;
  }

  /** The previous request may have changed the password, and earlier tries are counted. */
  async #ownPassword(url: string): Promise<object | undefined> {
    await this.#test.sql(`update "user" set password_hash = $1 where email like '%@tests.test'`, [testerHash]);
    await this.#test.sql('delete from sign_in_failure');
    return ownPassword[url];
  }

  /** Signing in needs a valid password, and links and renewing a session a valid token. */
  async #session(url: string, tenant: Tenant): Promise<object> {
    this.#hash ??= hashPassword(testerPassword);
    const email = `session${(this.#count += 1)}@sample.test`;
    await this.#test.sql(
      `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2, 'Sesi', $3, 'admin')`,
      [tenant, email, await this.#hash],
    );
    if (url === forgotPassword.url) return { email };
    if (url === openPasswordLink.url) return { token: await this.#link(email) };
    if (url === resetPassword.url) return { token: await this.#link(email), password: 'burung-hantu-7' };
    if (url === '/auth/login/') return { email, password: testerPassword };
    const post = async (path: string, sent: object | undefined, token?: string) =>
      (
        await this.#inject('POST', `/api${path}`, {
          payload: sent && JSON.stringify(sent),
          headers: { 'x-tenant': tenant, ...(token && { authorization: `Bearer ${token}` }) },
        })
      ).body;
    const signIn = () => post('/auth/login/', { email, password: testerPassword });
    const body = (await signIn()) as { accessToken: string; refreshToken: string };
    if (url === finishSignIn.url) return signInProof(post, body.accessToken, signIn);
    return { refresh: body.refreshToken };
  }

  /** API key with all scopes; another one when it reaches its limit of calls a minute. */
  async #key(): Promise<TestCaller> {
    if (this.#keyUses >= maxKeyCalls) {
      this.#keys.shift();
      this.#keyUses = 0;
    }
    if (this.#keys.length === 0) await this.#fillKeys();
    this.#keyUses += 1;
    return this.#keys[0]!;
  }

  /** Makes some keys beforehand, because a new key during a test would count as a change. */
  async #fillKeys(): Promise<void> {
    while (this.#keys.length < 10) this.#keys.push(await this.#test.asKey(scopeNames));
  }
  readonly #keys: TestCaller[] = [];
  #keyUses = 0;

  /**
   * Sends `input` with the replacements in `change`; calls that are not public get a token of the role `as`, those for
   * keys alone an API key.
   */
  async send(
    entry: Endpoint,
    input: WireInput,
    change: Request = {},
    as: Role | 'key' = entry.roles === 'key' ? 'key' : 'superadmin',
  ): Promise<Answered> {
    const params = { ...input.params, ...change.params };
    const path = entry.url.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '').replace(/\/$/, '');
    const query = change.query ?? new URLSearchParams(input.query).toString();
    const whole = entry.filePart
      ? formData(entry.filePart.name, fileFor(entry), input.body as Record<string, string>)
      : json(input.body);
    const { payload, type } = 'payload' in change ? { payload: change.payload, type: undefined } : whole;
    const { token } = await (as === 'key' ? this.#key() : this.#test.as(as));
    return this.#inject(entry.method, `/api${path}${change.slash === false ? '' : '/'}${query && `?${query}`}`, {
      ...(entry.roles === 'public' && entry.method === 'GET' && { from: this.#anotherAddress() }),
      ...change,
      payload,
      headers: {
        ...(type && { 'content-type': type }),
        ...(entry.roles !== 'public' && { authorization: `Bearer ${token}` }),
        ...headersOf(entry),
        ...change.headers,
      },
    });
  }

  /** Public calls are limited by address. */
  #anotherAddress(): string {
    const n = (this.#count += 1);
    return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  }

  async #inject(method: string, url: string, { payload, headers = {}, from }: Request): Promise<Answered> {
    const sent = { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers };
    const answer = await this.#test.app.inject({
      method: method as 'GET',
      url,
      ...(payload !== undefined && { payload }),
      ...(from && { remoteAddress: from }),
      headers: Object.fromEntries(
        Object.entries(sent).filter(([, value]) => value !== undefined),
      ) as InjectOptions['headers'] & object,
    });
    return { status: answer.statusCode, body: bodyOf(answer), headers: answer.headers };
  }

  /**
   * Names of the tables of which a row was written since the last call, except for failed sign-ins, refusals and the
   * numbers of rows read, which are recorded by design.
   */
  async changedTables(): Promise<string[]> {
    this.#hasFunction ??= addRowsSince(this.#test);
    await this.#hasFunction;
    const [reply] = await this.#test.sql('select rows_since($1) as counted', [this.#since]);
    const { tables, snapshot } = reply!['counted'] as {
      tables: Record<string, [rows: number, written: number]>;
      snapshot: string;
    };
    const changed = Object.entries(tables).filter(
      ([name, [rows, written]]) => rows !== this.#rows[name] || written > 0,
    );
    this.#rows = Object.fromEntries(Object.entries(tables).map(([name, [rows]]) => [name, rows]));
    this.#since = snapshot;
    return changed.map(([name]) => name);
  }
  #rows: Record<string, number> = {};
  #since = '0';
}

/** Tables that a worker writes: handed-over and finished jobs, and what its jobs change. */
const workersWrite = [
  'outbox',
  'effect',
  'audit',
  'video',
  'certificate',
  'upload',
  'calendar_event',
  'calendar_invitation',
  'course_section',
  'sales_day',
  'sales_change',
  'access_gap',
  'access_check',
  'payment_difference',
  'payment_check',
  'payment_link',
  'certificate_ready',
];
/** Tables that refusals and reads write by design, or that other processes write meanwhile. */
const othersWrite = [
  'sign_in_failure',
  'audit_record',
  'list_read',
  'api_key_use',
  ...(process.env['SEVERAL'] ? workersWrite : []),
];

/**
 * Adds a function that counts the rows of every table, and those written by transactions after the snapshot of the last
 * call. A digest of every row would take a minute more in each test; as a function, it is planned once, which takes
 * longer than the count. Without parallel workers: starting them takes twenty times as long as counting. Counts have the
 * table's name: PostgreSQL may read the tables in any order.
 */
async function addRowsSince({ sql }: TestApp): Promise<void> {
  const tables = await sql(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace and relname <> all ($1) order by 1`,
    [othersWrite],
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${String(name)}' as name, count(*) as n, count(*) filter (where xmin::text::bigint >= $1) as written from ${String(name)}
        ${name === 'audit' ? 'where table_name is not null' : ''}`,
  );
  await sql(`create or replace function rows_since(bigint) returns json language plpgsql
    set max_parallel_workers_per_gather = 0 as $$ begin
    return json_build_object('tables', json_object_agg(name, json_build_array(n, written)), 'snapshot',
       pg_snapshot_xmax(pg_current_snapshot())::text) from (${counts.join(' union all ')}) as tables;
  end $$`);
}

const json = (body: unknown) => ({ payload: body === undefined ? undefined : JSON.stringify(body), type: undefined });

/** Form with the fields and the file, whose name and type nothing reads. */
function formData(filePart: string, file: Buffer, fields: Record<string, string>) {
  const boundary = 'a-line-between-parts';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${filePart}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(texts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Fault of a response to any request; undefined if there is none. */
export function faultOf(entry: Endpoint, { status, body, headers }: Answered): string | undefined {
  if (typeof headers['x-request-id'] !== 'string') return `${status} without a request id`;
  if (status >= 500) return `${status} ${JSON.stringify(body)}`;
  if (status < 400) {
    const reply = entry.reply.safeParse(body);
    if (status !== (entry.success ?? 200)) return `${status} is no success of this endpoint`;
    return reply.success ? undefined : `${status} with a reply that is not the contract's: ${reply.error.message}`;
  }
  const shape = problem.safeParse(body);
  if (!shape.success) return `${status} not in the error shape: ${JSON.stringify(body)}`;
  if (shape.data.status !== status || shape.data.requestId !== headers['x-request-id'])
    return `${status} with another status or request id inside`;
  return shape.data.message.trim() === '' ? `${status} without a word` : undefined;
}
