/** Reads and updates documents of a hosted Firestore project over its REST API, as the project's service account. */
import type { FirebaseProject } from './config-firebase.ts';
import { openGoogleAccount, reconnecting } from './google-account.ts';

/** Fields of a document with Firestore's typed values, such as `{ "stringValue": "paid" }`. */
export type FirestoreFields = Readonly<Record<string, unknown>>;

const scope = 'https://www.googleapis.com/auth/datastore';
/** The client tries the token endpoint up to four times. */
const callMs = 3_000;

const accountFor = (project: FirebaseProject) => reconnecting(() => openGoogleAccount(project, scope, callMs));
const accounts = new WeakMap<FirebaseProject, ReturnType<typeof accountFor>>();

/** Account of the process, which caches its token. */
function accountOf(project: FirebaseProject) {
  const account = accounts.get(project) ?? accountFor(project);
  accounts.set(project, account);
  return account;
}

/** Makes a call on the project's documents. */
async function request<Reply>(project: FirebaseProject, rpc: string, data: object): Promise<Reply> {
  const call = accountOf(project);
  const url = `${project.endpoint ?? 'https://firestore.googleapis.com'}/v1/${documentsOf(project)}:${rpc}`;
  return (await call((account) => account.request<Reply>({ url, method: 'POST', data }))).data;
}

const documentsOf = ({ projectId }: FirebaseProject) => `projects/${projectId}/databases/(default)/documents`;

type Found = { found: { name: string; fields?: FirestoreFields } } | { missing: string };

/**
 * Fields of the documents with these ids, by id; those that do not exist are left out. One call, of the fields in `mask`.
 * @throws an error of the client if Firestore does not answer, or refuses
 */
export async function readFirestore(
  project: FirebaseProject,
  collection: string,
  ids: readonly string[],
  mask: readonly string[],
): Promise<Map<string, FirestoreFields>> {
  const root = `${documentsOf(project)}/${collection}/`;
  const names = { documents: ids.map((id) => root + id), mask: { fieldPaths: mask } };
  const data = await request<Found[]>(project, 'batchGet', names);
  return new Map(
    data.flatMap((one) => ('found' in one ? [[one.found.name.slice(root.length), one.found.fields ?? {}]] : [])),
  );
}

/** Documents whose field has a text, by id. */
export async function findFirestore(
  project: FirebaseProject,
  collection: string,
  fieldPath: string,
  text: string,
): Promise<Map<string, FirestoreFields>> {
  const root = `${documentsOf(project)}/${collection}/`;
  const where = { fieldFilter: { field: { fieldPath }, op: 'EQUAL', value: { stringValue: text } } };
  const structuredQuery = { from: [{ collectionId: collection }], where };
  const data = await request<{ document?: { name: string; fields?: FirestoreFields } }[]>(project, 'runQuery', {
    structuredQuery,
  });
  return new Map(
    data.flatMap(({ document }) => (document ? [[document.name.slice(root.length), document.fields ?? {}]] : [])),
  );
}

/** Sets fields of documents that exist, at most 500 in a call. */
export async function updateFirestore(
  project: FirebaseProject,
  collection: string,
  ids: readonly string[],
  fields: FirestoreFields,
): Promise<void> {
  const fieldPaths = Object.keys(fields);
  for (let at = 0; at < ids.length; at += 500) {
    const writes = ids.slice(at, at + 500).map((id) => ({
      update: { name: `${documentsOf(project)}/${collection}/${id}`, fields },
      updateMask: { fieldPaths },
      currentDocument: { exists: true },
    }));
    await request(project, 'commit', { writes });
  }
}
