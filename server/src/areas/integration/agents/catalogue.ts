/**
 * Tools of agents, made from the endpoints of the contract: names and descriptions from those of its operations,
 * input schemas from their params, query and body (docs/decisions/0111).
 */
import { z } from 'zod';
import type { Tool } from '@modelcontextprotocol/server';
import type { Endpoint, Schema } from '#contract/kernel/endpoint.ts';
import { allOperations } from '#contract/operations.ts';
import { summaryOf } from '#platform/http/openapi-words.ts';

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

/** `placeOrder` → `place_order`. */
const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes a tool of every endpoint that `isTool` accepts. */
export async function readTools(isTool: (entry: Endpoint) => boolean, prefix = ''): Promise<ContractTool[]> {
  const operations = (await allOperations()).filter(({ entry }) => isTool(entry));
  return operations
    .map(({ id, text, entry }) => {
      const title = summaryOf(id);
      return { name: prefix + snake(id), title, description: text || `${title}.`, entry, inputSchema: inputOf(entry) };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
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
