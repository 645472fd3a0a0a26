/**
 * Tools of agents, made from the endpoints of the contract: names from their exports, descriptions from their docstrings,
 * input schemas from their params, query and body (docs/decisions/0111).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Tool } from '@modelcontextprotocol/server';
import type { Endpoint, Schema } from '#contract/kernel/endpoint.ts';

const folder = join(import.meta.dirname, '../../../../../contract/src');

type Fields = Pick<Tool['inputSchema'], 'properties' | 'required'>;

/** Tool that makes one call of the contract. */
export interface ContractTool {
  name: string;
  /** The call in words. */
  title: string;
  description: string;
  entry: Endpoint;
  inputSchema: Tool['inputSchema'];
}

const isEndpoint = (value: object): value is Endpoint =>
  ['area', 'method', 'url', 'roles', 'reply'].every((key) => key in value);

/** Endpoints are exported directly or inside tables such as the assignments. */
function endpointsIn(path: readonly string[], value: unknown): { path: readonly string[]; entry: Endpoint }[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || value instanceof Set) return [];
  if (isEndpoint(value)) return [{ path, entry: value }];
  return Object.entries(value).flatMap(([key, inner]) => endpointsIn([...path, key], inner));
}

/** Docstrings by the name of what follows them, in one line. */
const docstringsOf = (source: string) =>
  new Map(
    [...source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)/g)].map(([, text = '', name = '']) => [
      name,
      text
        .replace(/^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .replace(/\{@link (\w+)\}/g, '$1')
        .trim(),
    ]),
  );

const words = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
const snake = (path: readonly string[]) => path.map((part) => words(part).replaceAll(' ', '_')).join('_');

const sentence = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

/** Description of an endpoint without a docstring: from its name, such as `getLesson` and `products.list`. */
function described(table: string, verb?: string): string {
  if (!verb) return `${sentence(words(table))}.`;
  if (verb === 'list') return `Lists ${words(table)}, page by page.`;
  if (verb === 'get') return `Reads one of ${words(table)} by its id.`;
  if (verb === 'count') return `Counts the records that the bulk change “${words(table)}” would change.`;
  return `Bulk change “${words(table)}”.`;
}

/** JSON schema without what agents have no use for. */
function schemaOf(schema: Schema | undefined): Fields {
  if (!schema) return {};
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return rest as Fields;
}

/** One object with the fields of params and query, which never share a name, and the body as `body`. */
function inputOf({ params, query, body }: Endpoint): Tool['inputSchema'] {
  const parts = [schemaOf(params), schemaOf(query)];
  return {
    type: 'object',
    properties: {
      ...Object.assign({}, ...parts.map(({ properties }) => properties)),
      ...(body && { body: schemaOf(body) }),
    },
    required: [...parts.flatMap(({ required = [] }) => required), ...(body ? ['body'] : [])],
    additionalProperties: false,
  };
}

/** Imports the contract and makes a tool of every endpoint that `isTool` accepts, each once. */
export async function readTools(isTool: (entry: Endpoint) => boolean, prefix = ''): Promise<ContractTool[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
    .toSorted();
  const tools = new Map<string, ContractTool>();
  for (const file of files) {
    const exported = { ...((await import(join(folder, file))) as object) };
    const found = endpointsIn([], exported).filter(({ entry }) => isTool(entry));
    if (found.length === 0) continue;
    const docstrings = docstringsOf(readFileSync(join(folder, file), 'utf8'));
    for (const { path, entry } of found) {
      const [table = '', verb] = path.slice(-2);
      const description = (!verb && docstrings.get(table)) || described(table, verb);
      const name = prefix + snake(path.slice(-2));
      const title = sentence(path.slice(-2).toReversed().map(words).join(' '));
      const tool = { name, title, description, entry, inputSchema: inputOf(entry) };
      const call = `${entry.method} ${entry.url}`;
      if (!tools.has(call)) tools.set(call, tool);
    }
  }
  return [...tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Splits the arguments of a tool into the input of its call; undefined: one of them is unknown. */
export function inputFrom({ entry, inputSchema }: ContractTool, sent: Record<string, unknown>) {
  if (Object.keys(sent).some((name) => !Object.hasOwn(inputSchema.properties ?? {}, name))) return undefined;
  const inPath = new Set([...entry.url.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const { body, ...rest } = sent;
  const [params, query] = [true, false].map((isPath) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => inPath.has(name) === isPath)),
  );
  return { params, query, body };
}
