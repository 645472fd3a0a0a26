/** Browser test of the consent to an agent: from its question to its end among the sessions. */
import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { expectAccessible } from './axe.ts';
import { test, unique } from './fixtures.ts';

const redirect = 'http://127.0.0.1:4999/callback';
const verifier = 'v'.repeat(43);

test('an agent asks somebody who is not signed in, is allowed, reads, and is ended', async ({
  page,
  server,
  baseURL,
}) => {
  const name = unique('Asisten');
  const site = String(baseURL);
  const registered = await server.post(`/oauth/register`, {
    data: { client_name: name, redirect_uris: [redirect] },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = {
    client_id,
    redirect_uri: redirect,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${site}/mcp`,
    state: '12345678901234567890',
  };
  await page.route(`${redirect}*`, (route) => route.fulfill({ body: 'Back at the agent' }));
  await page.goto(`/agent/consent?${new URLSearchParams(query).toString()}`);
  await page.getByLabel('E-mail').fill('cs@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an agent' })).toBeVisible();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Your answer goes to 127.0.0.1:4999')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Propose changes' })).not.toBeChecked();
  await expectAccessible(page, '/agent/consent');
  await page.getByRole('checkbox', { name: 'Propose changes' }).press('Space');
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(page.getByText('Back at the agent')).toBeVisible();
  const answer = new URL(page.url()).searchParams;
  expect([answer.get('state'), answer.get('iss')]).toEqual([query.state, site]);
  const tokens = await server.post(`/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri: redirect,
      code: String(answer.get('code')),
      code_verifier: verifier,
    },
  });
  const { access_token, scope } = (await tokens.json()) as { access_token: string; scope: string };
  expect(scope).toBe('read proposals:write');
  const use = async () => {
    const answered = await server.post(`/mcp`, {
      headers: { authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_own_profile', arguments: {} } },
    });
    return [answered.status(), answered.ok() && (await answered.text()).includes('cs@demo.test')];
  };
  expect(await use()).toEqual([200, true]);
  await page.goto('/home');
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sessions' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Agent, proposes changes');
  await page.getByRole('button', { name: `End the session ${name}` }).press('Enter');
  await page.getByRole('button', { name: 'End 1 session' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  expect(await use()).toEqual([401, false]);
});

test('a request of an agent that is not registered is not answered', async ({ page, open }) => {
  const wrong = new URLSearchParams({
    client_id: '01890000-0000-7000-8000-000000000000',
    redirect_uri: 'https://evil.test/',
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  await open(`/agent/consent?${wrong.toString()}`, { role: 'admin' });
  await expect(page.getByText('This agent is not registered here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
});

test('a superadmin sees who connected which agent, and disconnects one', async ({ page, open }) => {
  await open('/integration/agents', { role: 'superadmin' });
  const agents = page.getByRole('table', { name: 'Connected agents' });
  await expect(agents.getByRole('row', { name: /Claude.*Bagus Prasetyo.*Read, propose changes/ })).toBeVisible();
  await agents.getByRole('button', { name: 'Disconnect Asisten kurikulum' }).press('Enter');
  await page.getByRole('button', { name: 'Disconnect 1 agent' }).press('Enter');
  await expect(agents.getByRole('row', { name: /Asisten kurikulum/ })).toHaveCount(0);
});
