/** Request of the rows that a list page shows first, from its line `OrderListPage.rows = rowsOfPage(listOrders)`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../contract/src/kernel.ts';
import type * as PageSize from '../../contract/src/page-size.ts';
import { callUrl } from '../src/kit/api/call-url.ts';

const contract = join(import.meta.dirname, '../../contract/src');

/** Address; a page size that depends on the setting is a multiple of it: `2*`. None if the page is not a list. */
export async function firstRows(page: string): Promise<string[]> {
  const source = readFileSync(page, 'utf8');
  const [, named] = /\.rows = rowsOfPage\(([\w.]+)\);/.exec(source) ?? [];
  if (!named) return [];
  const [first = '', second] = named.split('.');
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '#contract\/([^']+)'/gm)];
  const [, , file = ''] = imports.find(([, names = '']) => names.split(/[\s,]+/).includes(first)) ?? [];
  const exported = (await import(join(contract, file))) as Record<string, Endpoint & Record<string, Endpoint>>;
  const call = second ? exported[first]?.[second] : exported[first];
  if (!call?.query) throw new Error(`${named} in ${page} is no call with a query`);
  const [usual, single] = [await addressOf(call, undefined), await addressOf(call, 1)];
  return [single === usual ? usual : single.replace(/pageSize=\d+/, '$&*')];
}

/** Address of the call with its defaults, at a setting of the page size. */
async function addressOf(call: Endpoint, setting: number | undefined): Promise<string> {
  // The instance that the contract's modules use: the build's configuration is bundled and has its own.
  const { pageSizes, setPageSizes } = (await import(join(contract, 'page-size.ts'))) as typeof PageSize;
  const { PAGE_SIZE } = pageSizes();
  setPageSizes({ PAGE_SIZE: setting ?? PAGE_SIZE });
  const query = call.query?.parse({}) as Record<string, unknown>;
  setPageSizes({ PAGE_SIZE });
  return callUrl(call, { query });
}
