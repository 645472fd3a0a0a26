/** Tests the mapping of hosts to tenants. */
import { expect, test } from 'vitest';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { tenantOfHost } from './tenancy.ts';

test.each<[host: string, tenant: Tenant]>([
  ['cyber.example.com', 'cyber'],
  ['data.example.com', 'data'],
  ['coding.example.com', 'coding'],
  ['learn-cyber.example.com', 'cyber'],
  ['admin.mydata.example.com', 'data'],
  ['CYBER.Example.Com', 'cyber'],
  ['cyber.localhost:4000', 'cyber'],
  ['example.com', 'coding'],
  ['localhost:4000', 'coding'],
  ['127.0.0.1', 'coding'],
  ['[::1]:4000', 'coding'],
  ['', 'coding'],
  ['cyb.er.example.com', 'coding'],
])('maps the host %s to %s', (host, tenant) => {
  expect(tenantOfHost(host, new Map())).toBe(tenant);
});

test('prefers an exact mapping over labels, ignoring case and port', () => {
  const mapped = new Map<string, Tenant>([
    ['academy.example.com', 'data'],
    ['cyber.example.com', 'coding'],
  ]);
  expect(tenantOfHost('Academy.example.com:8443', mapped)).toBe('data');
  expect(tenantOfHost('cyber.example.com', mapped)).toBe('coding');
  expect(tenantOfHost('www.academy.example.com', mapped)).toBe('coding');
});
