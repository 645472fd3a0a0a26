/** HTTP client of the API with keep-alive connections. */
import { Agent, request } from 'node:http';
import type { Running } from './server.ts';

export const newAgent = (maxSockets = 1) => new Agent({ keepAlive: true, maxSockets });
const agent = newAgent();

export type Ask = (method: string, path: string, body?: unknown, from?: Agent) => Promise<string>;

/**
 * Returns a function that sends a call and resolves to the body; calls through an agent of one socket wait for each
 * other. A `FormData` body is sent as multipart. The function throws an Error for other statuses than 2xx.
 */
export function askerOf({ url }: Running, token: string): Ask {
  return async (method, path, body, from = agent) => {
    const form = body instanceof FormData ? new Request(url, { method: 'POST', body }) : undefined;
    const payload = form ? Buffer.from(await form.arrayBuffer()) : body === undefined ? '' : JSON.stringify(body);
    const type = form?.headers.get('content-type') ?? 'application/json';
    const headers = { authorization: `Bearer ${token}`, ...(payload && { 'content-type': type }) };
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/api${path}`, { method, agent: from, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () =>
          answer.statusCode! < 300
            ? resolve(text)
            : reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`)),
        );
      });
      sent.on('error', reject).end(payload);
    });
  };
}
