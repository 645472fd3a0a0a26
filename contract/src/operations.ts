/** Lists the endpoints of the contract by importing its modules. For Node, unlike the rest of the contract. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from './kernel/endpoint.ts';

const folder = import.meta.dirname;

/** Exports of every module by its path, such as `order/endpoints`; without tests and their helpers. */
export const contractModules = (): Promise<(readonly [path: string, exported: object])[]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
      .toSorted()
      .map(async (file) => [file.slice(0, -3), (await import(join(folder, file))) as object] as const),
  );

export interface NamedEndpoint {
  /** Name as imported, such as `user.listUsers`. */
  name: string;
  entry: Endpoint;
}

const isEndpoint = (value: object): value is Endpoint =>
  ['area', 'method', 'url', 'roles', 'reply'].every((key) => key in value);

/** Endpoints are exported directly or inside tables such as the assignments. */
function endpointsIn(name: string, value: unknown): NamedEndpoint[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || value instanceof Set) return [];
  if (isEndpoint(value)) return [{ name, entry: value }];
  return Object.entries(value).flatMap(([key, inner]) => endpointsIn(`${name}.${key}`, inner));
}

/** Every endpoint that a module of the contract exports; some appear under several names. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const modules = await contractModules();
  return modules.flatMap(([path, exported]) => endpointsIn(path.replace(/\/endpoints$/, ''), { ...exported }));
}

/** Verbs of a table of endpoints that are about one record, so that its plural name is not meant. */
const aboutOne = /^(create|get|update|remove|set\w*)$/;

/** Operation id of an exported name: `placeOrder` stays, `discounts.setStatus` becomes `setDiscountStatus`. */
function idOf(name: string): string {
  const [verb = '', table, tables] = name
    .slice(name.indexOf('.') + 1)
    .split('.')
    .toReversed();
  if (!table) return verb;
  const noun = (aboutOne.test(verb) ? table.replace(/s$/, '') : table) + (tables === 'batches' ? 'Batch' : '');
  return verb.replace(/^(set(?=[A-Z])|.*)/, `$1${noun.charAt(0).toUpperCase()}${noun.slice(1)}`);
}

/** Docstring of an export as one line; empty if there is none. */
function docstringOf(name: string): string {
  const [path = '', exported = ''] = name.split('.');
  const file = [path, `${path}/endpoints`].map((at) => join(folder, `${at}.ts`)).find((at) => existsSync(at));
  const doc = new RegExp(String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s*export const ${exported} = endpoint\(`);
  const text = doc.exec(readFileSync(file!, 'utf8'))?.[1] ?? '';
  return text
    .replace(/\s*\n\s*\* ?/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim();
}

/** Endpoint as an operation of the API's description. */
export interface Operation {
  /** Stable, unique name. */
  id: string;
  /** Docstring of its export; may be empty. */
  text: string;
  entry: Endpoint;
}

/** Every endpoint once, under its first name. */
export async function allOperations(): Promise<Operation[]> {
  const byCall = new Map<string, Operation>();
  for (const { name, entry } of await allEndpoints()) {
    const call = `${entry.method} ${entry.url}`;
    if (!byCall.has(call)) byCall.set(call, { id: idOf(name), text: docstringOf(name), entry });
  }
  return [...byCall.values()];
}
