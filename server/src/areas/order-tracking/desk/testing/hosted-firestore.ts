/** Firestore project of a test: a local server for the batchGet call of its REST API, with faults on demand. */
import type { ServerResponse } from 'node:http';
import { type ApiCall, Refused, say, testGoogle } from '#platform/testing/google-server.ts';
import { type Contents, fieldsOf } from './stored-document.ts';

const root = 'projects/hosted/databases/(default)/documents';

/** Project `hosted` of the brand coding. */
export async function testFirestore() {
  const documents = new Map<string, Contents>();
  /** Requested names, by call. */
  const calls: string[][] = [];
  const state = { status: 200, losesReply: false };

  const answerOf = (name: string) => {
    const contents = documents.get(name.replace(`${root}/order_staging/`, ''));
    const readTime = new Date().toISOString();
    return contents ? { found: { name, fields: fieldsOf(contents) }, readTime } : { missing: name, readTime };
  };

  async function answer({ method, url, body }: ApiCall, response: ServerResponse): Promise<unknown> {
    if (method !== 'POST' || decodeURIComponent(url.pathname) !== `/v1/${root}:batchGet`)
      throw new Refused(404, 'Not Found');
    const { documents: names } = body as { documents: string[] };
    calls.push(names);
    if (state.losesReply) return response.destroy();
    if (state.status !== 200) throw new Refused(state.status, 'Told to fail');
    return say(response, 200, names.map(answerOf));
  }

  const google = await testGoogle('https://www.googleapis.com/auth/datastore', answer);
  return {
    documents,
    calls,
    state,
    /** Replaces the access token, so that those handed out before are refused. */
    revoke: () => (google.state.token += 'x'),
    environment: {
      FIREBASE_CODING_PROJECT_ID: 'hosted',
      FIREBASE_CODING_API_KEY: 'key',
      FIREBASE_CODING_CLIENT_EMAIL: google.clientEmail,
      FIREBASE_CODING_PRIVATE_KEY: google.privateKey,
      GOOGLE_ENDPOINT: google.endpoint,
    },
    close: google.close,
  };
}
