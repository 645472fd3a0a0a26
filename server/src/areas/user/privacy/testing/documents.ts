/** Firestore project of a test: a local server for the queries by a field and the updates of its REST API. */
import { Refused, say, testGoogle } from '#platform/testing/google-server.ts';

type Fields = Record<string, { stringValue?: string }>;
interface Body {
  structuredQuery: { where: { fieldFilter: { field: { fieldPath: string }; value: { stringValue: string } } } };
  writes: { update: { name: string; fields: Fields }; updateMask: { fieldPaths: string[] } }[];
}

const root = 'projects/hosted/databases/(default)/documents';

/** Project `hosted` of the brand coding. */
export async function testDocuments() {
  const stored = new Map<string, Fields>();
  const nameOf = (id: string) => `${root}/order_staging/${id}`;
  const google = await testGoogle('https://www.googleapis.com/auth/datastore', async ({ url, body }, response) => {
    const { structuredQuery, writes } = body as Body;
    const path = decodeURIComponent(url.pathname);
    if (path === `/v1/${root}:runQuery`) {
      const { field, value } = structuredQuery.where.fieldFilter;
      const found = [...stored].filter(([, fields]) => fields[field.fieldPath]?.stringValue === value.stringValue);
      return say(response, 200, [
        { readTime: '' },
        ...found.map(([id, fields]) => ({ document: { name: nameOf(id), fields } })),
      ]);
    }
    if (path !== `/v1/${root}:commit`) throw new Refused(404, 'Not Found');
    for (const { update, updateMask } of writes) {
      const id = update.name.slice(nameOf('').length);
      const changed = updateMask.fieldPaths.map((field) => [field, update.fields[field]!] as const);
      stored.set(id, { ...stored.get(id), ...Object.fromEntries(changed) });
    }
    return say(response, 200, { writeResults: writes.map(() => ({})) });
  });
  return {
    stored,
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
