/** Reads documents of a hosted Firestore project over its REST API, as the project's service account. */
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
  const documents = `projects/${project.projectId}/databases/(default)/documents`;
  const root = `${documents}/${collection}/`;
  const call = accountOf(project);
  const request = {
    url: `${project.endpoint ?? 'https://firestore.googleapis.com'}/v1/${documents}:batchGet`,
    method: 'POST' as const,
    data: { documents: ids.map((id) => root + id), mask: { fieldPaths: mask } },
  };
  const { data } = await call((account) => account.request<Found[]>(request));
  return new Map(
    data.flatMap((one) => ('found' in one ? [[one.found.name.slice(root.length), one.found.fields ?? {}]] : [])),
  );
}
