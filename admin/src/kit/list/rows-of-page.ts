/** Reads the rows that a list page shows first, before the page is rendered: `OrderListPage.rows = rowsOfPage(listOrders)`. */
import type { QueryClient } from '@tanstack/react-query';
import { mayCall, type Endpoint, type Schema } from '#contract/kernel.ts';
import { inputOf } from '../api/call.ts';
import { role } from '../api/session.ts';
import { queryOf } from '../api/use-call.ts';
import { storedPageSize } from './list-memory.ts';
import { openedState, type Search, withoutSlash } from './list-state.ts';

/** `path` and `search` are those of the page's address. Does not reject. */
export type ReadRows = (client: QueryClient, path: string, search: Search) => Promise<void>;

export const rowsOfPage =
  (call: Endpoint): ReadRows =>
  async (client, path, search) => {
    if (!mayCall(call, role() ?? '')) return;
    const query = openedState(call.query as Schema, storedPageSize(withoutSlash(path)), search);
    await client.prefetchQuery(queryOf(call, inputOf(call, { query })));
  };
