/** Lazily loaded page of an area: loaded when it is opened, or prefetched when a link to it is hovered. */
import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { mayCall, type Endpoint, type Schema } from '#contract/kernel/endpoint.ts';
import { inputOf } from './api/call.ts';
import { role } from './api/session.ts';
import { queryOf } from './api/use-call.ts';
import { openedState, type Search, withoutSlash } from './list/list-state.ts';

/** Component of a page; it names the endpoint of its record or of its rows: `DiscountPage.reads = discounts.get`. */
type PageComponent = ComponentType & { reads?: Endpoint };

export interface Page {
  component: RouteComponent;
  /**
   * Prefetches the record or the rows of the page at this address, unless they are fresh or the role may not read them.
   * Rejects if the code fails to load.
   */
  readAhead: (client: QueryClient, address: Address) => Promise<void>;
}

interface Address {
  params: { id?: string };
  location: { pathname: string; search: Search };
}

/** Query of a list when it is opened. Its modules are loaded with the list, because sign-in does not need zod. */
async function firstQuery(schema: Schema, path: string, search: Search) {
  const { storedPageSize } = await import('./list/list-memory.ts');
  return openedState(schema, storedPageSize(withoutSlash(path)), search);
}

/** Page whose code is loaded on demand; `readAhead` also prefetches its data. */
export function page<Name extends string>(load: () => Promise<Record<Name, PageComponent>>, name: Name): Page {
  return {
    component: lazyRouteComponent(load, name),
    readAhead: async (client, { params: { id }, location: { pathname, search } }) => {
      const { reads } = (await load())[name];
      if (!reads || !mayCall(reads, role() ?? '')) return;
      const input = reads.query ? { query: await firstQuery(reads.query, pathname, search) } : { params: { id } };
      await client.prefetchQuery(queryOf(reads, inputOf(reads, input)));
    },
  };
}
