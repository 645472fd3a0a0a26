/** Tests that the published API description equals the contract, and the page that shows it. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventBody, eventTypes } from '#contract/integration/events.ts';
import { exampleOf } from '#contract/integration/examples.ts';
import { allEndpoints } from '#contract/operations.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

interface Operation {
  operationId: string;
  tags?: string[];
  description?: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> }; example?: unknown }> };
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  responses: Record<string, object>;
}
type Document = {
  openapi: string;
  components: object;
  webhooks: Record<string, Record<string, Operation>>;
  paths: Record<string, Record<string, Operation>>;
};

const endpoints = await allEndpoints();

let test: TestApp;
let document: Document;
beforeAll(async () => {
  test = await testApp();
  document = (await test.app.inject('/api/openapi.json')).json<Document>();
});
afterAll(() => test.close());

const operationOf = (method: string, url: string) =>
  document.paths[`/api${url}`.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('/api/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('has no fault that the recommended rules of Redocly find', async () => {
    const rules = {
      // Addresses are those of the specification.
      'no-path-trailing-slash': 'off',
      'no-ambiguous-paths': 'off',
      // Areas are described by their operations.
      'tag-description': 'off',
    } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const found = await lintFromString({ source: JSON.stringify(document), config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('names each operation once, by the name of its export', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id, at) => !/^[a-z][A-Za-z]+$/.test(id) || ids.indexOf(id) !== at)).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['placeOrder', 'setDiscountStatus', 'startOrderStatusBatch']));
    expect(operationOf('POST', '/integration/orders')).toMatchObject({ operationId: 'placeOrder' });
  });

  it('has the docstring of an endpoint', () => {
    const { description } = operationOf('POST', '/admin/webhook/')!;
    expect(description).toMatch(/^Creates a webhook; 409 when the brand has `maxWebhooks`\. For superadmin\./);
  });

  it('has a valid example of every call for keys alone', () => {
    const calls = endpoints.filter(({ entry }) => entry.roles === 'key');
    expect(calls.length).toBeGreaterThan(10);
    for (const { name, entry } of calls) {
      const example = exampleOf(entry);
      for (const part of ['params', 'query', 'body', 'reply'] as const)
        expect(entry[part]?.safeParse(example?.[part]).error, `${name} ${part}`).toBeUndefined();
    }
    const order = operationOf('POST', '/integration/orders')?.requestBody?.content['application/json']?.example;
    expect(order).toMatchObject({ externalId: 'order-77' });
  });

  it('has the body of every failure', () => {
    expect(JSON.stringify(document.components)).toContain('requestId');
  });

  it('describes every endpoint of the contract and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = endpoints.map(({ entry }) => `${entry.method} /api${entry.url.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual([...new Set(known)].toSorted());
  });

  it.each(endpoints)('describes the area, roles, success and failures of $name', ({ entry }) => {
    const operation = operationOf(entry.method, entry.url);
    expect(operation?.tags).toEqual([entry.area]);
    const failures = Object.keys(operation?.responses ?? {}).filter((status) => !status.startsWith('2'));
    const isWrite = entry.method !== 'GET';
    expect(operation?.responses).toHaveProperty(String(entry.success ?? 200));
    expect(failures).toEqual(expect.arrayContaining(['403', '429', '4XX', '5XX', ...(isWrite ? ['409'] : [])]));
    expect(failures.includes('401')).toBe(entry.roles !== 'public');
    expect(failures.includes('412')).toBe(isWrite && entry.versioned === true);
    const keys = entry.scope && !entry.stepUp ? [{ apiKey: [entry.scope] }] : [];
    const people = [{ bearer: [] }, ...keys];
    expect(operation?.security).toEqual(entry.roles === 'public' ? [] : entry.roles === 'key' ? keys : people);
    const audience =
      entry.roles === 'public' ? 'needs no sign-in' : entry.roles === 'key' ? 'API keys alone' : 'superadmin';
    expect(operation?.description).toContain(audience);
    expect(operation?.description?.includes(`scope ${entry.scope}`)).toBe(entry.scope !== undefined);
    expect(operation?.description?.includes('If-Match')).toBe(Boolean(entry.versioned) && entry.method !== 'GET');
    expect(Boolean(operation?.requestBody)).toBe(entry.body !== undefined);
  });

  it('describes the request of every event that webhooks receive', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventTypes));
    const body = document.webhooks['order.paid']?.['post']?.requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(['type', 'timestamp', 'data']);
    for (const [type, { data }] of Object.entries(eventTypes)) {
      const content = document.webhooks[type]?.['post']?.requestBody?.content['application/json'];
      expect(eventBody(type, data).safeParse(content?.example).error, type).toBeUndefined();
    }
  });

  it('names the fields as they are sent', () => {
    const assign = operationOf('PUT', '/admin/discount/:id/courses/');
    expect(Object.keys(assign?.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual([
      'course_ids',
    ]);
    const queryOf = (operation?: Operation) => operation?.parameters?.filter(({ in: place }) => place === 'query');
    expect(queryOf(operationOf('GET', '/admin/user'))?.map(({ name }) => name)).toEqual([
      'page',
      'pageSize',
      'search',
      'role',
      'status',
      'courseId',
      'access',
      'pathId',
      'hasCourse',
      'subscription',
      'isAtRisk',
      'isUnpaid',
      'mailConsent',
      'whatsappConsent',
      'tagId',
      'joinedFrom',
      'joinedUntil',
      'hasSignedIn',
      'signedInFrom',
      'signedInUntil',
      'segment',
      'sort',
    ]);
  });
});

it('describes each draft field by label and hint, and each id by its kind', () => {
  const create = operationOf('POST', '/admin/discount/')?.requestBody?.content['application/json']?.schema;
  expect(create?.properties['name']).toMatchObject({
    title: 'Name',
    description: 'For your team; members see the price only.',
  });
  const change = operationOf('PUT', '/admin/course/:id/')?.requestBody?.content['application/json']?.schema;
  expect(JSON.stringify(change?.properties['meetingUrl'])).toContain('"title":"Meeting link"');
  expect(operationOf('GET', '/admin/discount/:id')?.parameters?.[0]).toMatchObject({
    description: 'The id of a discount',
  });
});

describe('in production', () => {
  let production: TestApp;
  beforeAll(async () => {
    production = await testApp({ NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1/unused' });
  });
  afterAll(() => production.close());

  it.each(['/api/openapi.json', '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/index.html'])(
    '%s is only for signed-in staff and API keys',
    async (url) => {
      const { token } = await production.as('customer-service');
      const member = await production.as('member');
      const statusOf = async (headers: Record<string, string>) =>
        (await production.app.inject({ url, headers })).statusCode;
      expect(await statusOf({})).toBe(401);
      expect(await statusOf({ authorization: 'Bearer x' })).toBe(401);
      expect(await statusOf({ cookie: `accessToken=${member.token}` })).toBe(403);
      expect(await statusOf({ cookie: `role=superadmin; accessToken=${token}` })).toBeLessThan(400);
      expect(await statusOf({ authorization: `Bearer ${token}` })).toBeLessThan(400);
      const key = await production.asKey(['catalogue:read']);
      const withKey = { authorization: `Bearer ${key.token}`, 'x-tenant': 'coding' };
      expect(await statusOf(withKey)).toBeLessThan(400);
      expect(await statusOf({ ...withKey, 'x-tenant': 'cyber' })).toBe(401);
    },
  );
});

describe('/api/docs', () => {
  /** URLs that the page loads, relative to itself or to the host. */
  const references = (html: string) =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => String(reference));

  it.each(['/api/docs', '/api/docs/'])(
    '%s is a page that loads only local files, within the strict policy',
    async (url) => {
      const page = await test.app.inject(url);
      expect(page.headers['content-security-policy']).toContain(`script-src 'self';`);
      expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i);
      const files = references(page.body);
      expect(files.length).toBeGreaterThan(4);
      for (const file of files) {
        const target = new URL(file, `http://localhost${url}`);
        expect(target.host).toBe('localhost');
        expect([file, (await test.app.inject(target.pathname)).statusCode]).toEqual([file, 200]);
      }
    },
  );

  it('reads the served document', async () => {
    expect((await test.app.inject('/api/docs/json')).json()).toEqual(document);
  });
});
