/** OpenAPI 3.1 of the contract; needs neither a server nor a database. */
import { z } from 'zod';
import { type Area, type Endpoint, tenants } from '#contract/kernel/endpoint.ts';
import { problem } from '#contract/kernel/fields.ts';
import { type EventType, eventBody, eventTypes } from '#contract/integration/events.ts';
import { eventExamples } from '#contract/integration/event-examples.ts';
import { exampleOf } from '#contract/integration/examples.ts';
import { type Operation, allOperations } from '#contract/operations.ts';
import { failuresOf, problemResponses } from './openapi-failures.ts';
import { descriptionOf, securityOf, securitySchemes, summaryOf } from './openapi-words.ts';

/** JSON Schema with the parts that the builder reads. */
interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as Schema;
};

/** Parameters of a path or a query, one for each field. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, example: unknown): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...(description && { description }),
    required: place === 'path' || required.includes(name),
    schema: rest,
    ...(isNamed(example, name) && { example: example[name] }),
  }));
}
const isNamed = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && name in value;

/** Headers that an endpoint heeds. */
const headersOf = (entry: Endpoint) =>
  [
    'Tenant',
    ...(entry.creates ? ['IdempotencyKey'] : []),
    ...(entry.versioned && entry.method !== 'GET' ? ['IfMatch'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));

const header = (name: string, description: string, schema: object) => ({ name, in: 'header', description, schema });
const parameters = {
  Tenant: header('X-Tenant', 'Brand; default: that of the host or the session.', { enum: tenants }),
  IdempotencyKey: header('Idempotency-Key', 'A repeated call with the same key does nothing twice.', {
    type: 'string',
    maxLength: 200,
  }),
  IfMatch: header('If-Match', 'ETag of the record as it was read; 412 if it is another by now.', { type: 'string' }),
};

/** Body of a request, as JSON or as a form with a file. */
function requestBodyOf({ body, filePart }: Endpoint, example: unknown) {
  if (!body) return {};
  const schema = schemaOf(body, 'input');
  if (filePart)
    schema.properties = { ...schema.properties, [filePart.name]: { type: 'string', format: 'binary' } as Schema };
  const type = filePart ? 'multipart/form-data' : 'application/json';
  const content = { [type]: { schema, ...(example !== undefined && { example }) } };
  return { requestBody: { required: !body.safeParse(undefined).success, content } };
}

/** Media type of the reply: of a file, its own. */
const mediaTypeOf = ({ reply }: Endpoint) =>
  (reply instanceof z.ZodFile && reply._zod.bag.mime?.[0]) || 'application/json';

const describeOperation = ({ id, text, entry }: Operation) => {
  const example = exampleOf(entry);
  const content = {
    [mediaTypeOf(entry)]: { schema: schemaOf(entry.reply, 'output'), ...(example && { example: example.reply }) },
  };
  return {
    operationId: id,
    summary: summaryOf(id),
    tags: [entry.area],
    description: descriptionOf(entry, text),
    security: securityOf(entry),
    parameters: [
      ...parametersOf('path', entry.params, example?.params),
      ...parametersOf('query', entry.query, example?.query),
      ...headersOf(entry),
    ],
    ...requestBodyOf(entry, example?.body),
    responses: { [entry.success ?? 200]: { description: 'Done', content }, ...failuresOf(entry) },
  };
};

/** Requests that webhooks receive, by type of event. */
const webhooks = () =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { label, data }]) => {
      const example = { type, timestamp: '2026-11-26T03:00:00.000Z', data: eventExamples[type as EventType] };
      const operation = {
        operationId: type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
        summary: label,
        tags: ['webhook' satisfies Area],
        description: 'Signed by Standard Webhooks, in the headers webhook-id, webhook-timestamp and webhook-signature.',
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(eventBody(type, data), 'output'), example } },
        },
        responses: { '2XX': { description: 'Taken' }, '4XX': { description: 'Not taken: it is sent again' } },
      };
      return [type, { post: operation }];
    }),
  );

/** Creates the description of the webhooks and of the endpoints that `has` selects; default: all. */
export async function openApi(has: (entry: Endpoint) => boolean = () => true) {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  const operations = (await allOperations()).filter(({ entry }) => has(entry));
  for (const operation of operations) {
    const { method, url } = operation.entry;
    const path = (paths[`/api${url.replace(/:(\w+)/g, '{$1}')}`] ??= {});
    path[method.toLowerCase()] = describeOperation(operation);
  }
  const tags = [...new Set(operations.map(({ entry }) => entry.area).concat('webhook'))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: '1',
      description: 'The admin back office of a multi-brand online course platform.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes,
      parameters,
      responses: problemResponses,
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
}
