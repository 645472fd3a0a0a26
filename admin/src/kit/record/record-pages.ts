/** Pages of records by kind, which the app sets from the areas. */
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { idOfKey, type RecordKind, recordKinds, tableOfKey } from '#contract/kernel/record-kinds.ts';
import { role } from '../api/session.ts';

/** Path above the id, and the endpoint whose roles may open the page. */
export type RecordPages = Partial<Record<RecordKind, readonly [path: string, opens: Pick<Endpoint, 'roles'>]>>;

let pages: RecordPages = {};

/** Sets the pages of all records; called once, before the app is rendered. */
export const setRecordPages = (all: RecordPages): void => {
  pages = all;
};

/** Path of a record's page; undefined if it has none or the person may not open it. */
export function pageOf(kind: RecordKind, id: string): string | undefined {
  const [path, opens] = pages[kind] ?? [];
  return opens && mayCall(opens, role() ?? '') ? `${path}/${id}` : undefined;
}

/** Path of the page for a record key of the trail, `course:01890000-…`. */
export function pageOfKey(key: string): string | undefined {
  const kind = (Object.keys(pages) as RecordKind[]).find((one) => recordKinds[one].table === tableOfKey(key));
  return kind && pageOf(kind, idOfKey(key));
}
