/** Tests of the stylesheets as a whole. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

it('has no :has() on the root or the shell, which would match most elements anew after each change (decision 0093)', () => {
  const files = globSync('**/*.css', { cwd: source });
  const rules = files.flatMap((file) =>
    [
      ...readFileSync(join(source, file), 'utf8').matchAll(/(?<![.\w])(html|:root|body|\.shell\b|\.main\b):has\(.*/g),
    ].map(([rule]) => `${file}: ${rule}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(rules).toEqual([]);
});
