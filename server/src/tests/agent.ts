/** Agent for tests: the official SDK's client over HTTP, as a function that uses a tool. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApp } from '#platform/testing/app.ts';

/** Address of a listening app's MCP server. */
export function addressOf({ app }: TestApp): URL {
  const { port } = app.server.address() as { port: number };
  return new URL(`http://127.0.0.1:${port}/mcp`);
}

export async function connectedTo(test: TestApp, token: string, mode?: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'Penguji', version: '1' }, mode && { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(addressOf(test), { requestInit: { headers } }));
  return client;
}

interface Used {
  isError: boolean;
  /** The reply of the call, or its problem; a text that is no JSON is `text`. */
  reply: Record<string, unknown>;
}
export type Agent = (name: string, input?: Record<string, unknown>) => Promise<Used>;

export const toolsOf =
  (client: Client): Agent =>
  async (name, input = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [{ text }] = content as unknown as [{ text: string }];
    return { isError, reply: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text } };
  };

export const agentOf = async (test: TestApp, token: string): Promise<Agent> => toolsOf(await connectedTo(test, token));
