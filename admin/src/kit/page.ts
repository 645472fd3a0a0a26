/** Lazily loaded page of an area: loaded when it is opened, or prefetched when a link to it is hovered. */
import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { mayCall, type Endpoint } from '#contract/kernel.ts';
import { role } from './api/session.ts';
import { queryOf } from './api/use-call.ts';

/** Component of a page; a record's page names the endpoint that reads it: `DiscountPage.reads = discounts.get`. */
type PageComponent = ComponentType & { reads?: Endpoint };

export interface Page {
  component: RouteComponent;
  /**
   * Prefetches the record with this id, unless it is fresh or the role may not read it. Rejects if the code fails to
   * load.
   */
  readAhead: (client: QueryClient, id: string) => Promise<void>;
}

/** Page whose code is loaded on demand; `readAhead` also prefetches its record. */
export function page<Name extends string>(load: () => Promise<Record<Name, PageComponent>>, name: Name): Page {
  return {
    component: lazyRouteComponent(load, name),
    readAhead: async (client, id) => {
      const { reads } = (await load())[name];
      if (reads && mayCall(reads, role() ?? '')) await client.prefetchQuery(queryOf(reads, { params: { id } }));
    },
  };
}
