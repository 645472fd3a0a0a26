/** Tests that the published API description equals the contract, and the page that shows it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '#contract/integration/events.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { allEndpoints } from './endpoints.ts';

interface Operation {
  tags?: string[];
  description?: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}
type Document = {
  openapi: string;
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
    expect(Object.keys(operation?.responses ?? {})).toEqual([String(entry.success ?? 200), '4XX', '5XX']);
    expect(JSON.stringify(operation?.responses['4XX'])).toContain('requestId');
    const keys = entry.scope && !entry.stepUp ? [{ apiKey: [entry.scope] }] : [];
    const people = keys.length > 0 ? [{ bearer: [] }, ...keys] : undefined;
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
  });

  it('names the fields as they are sent', () => {
    const assign = operationOf('PUT', '/admin/discount/:id/courses/');
    expect(Object.keys(assign?.requestBody?.content['application/json']?.schema.properties ?? {})).toEqual([
      'course_ids',
    ]);
    expect(operationOf('GET', '/admin/user')?.parameters?.map(({ name }) => name)).toEqual([
      'page',
      'pageSize',
      'search',
      'role',
      'status',
      'courseId',
      'pathId',
      'hasCourse',
      'subscription',
      'isAtRisk',
      'isUnpaid',
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
  expect(operationOf('GET', '/admin/discount/:id')?.parameters).toMatchObject([
    { description: 'The id of a discount' },
  ]);
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
