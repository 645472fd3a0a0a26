/** Modules of the contract, for tests that look at all of them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');

/** Exports of every module by its path, such as `order/endpoints`; without tests and their helpers. */
export const contractModules = (): Promise<(readonly [path: string, exported: object])[]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file))
      .map(async (file) => [file.slice(0, -3), (await import(join(folder, file))) as object] as const),
  );
