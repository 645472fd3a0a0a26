/** Fails the build when a Mantine component is used whose styles app/mantine.css does not import. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const styles = join(import.meta.dirname, '../../node_modules/@mantine/core/styles');

/** Mantine's own class names in a text. */
const classesIn = (text: string) => new Set(text.match(/\bm_[\da-f]{6,8}\b/g));

export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const outputs = Object.values(bundle);
      const code = outputs.map((output) => (output.type === 'chunk' ? output.code : ''));
      const css = outputs.map((output) =>
        output.fileName.endsWith('.css') && 'source' in output ? output.source : '',
      );
      const [used, styled] = [classesIn(code.join('\n')), classesIn(css.join('\n'))];
      const missing = globSync(join(styles, '*.layer.css')).filter((file) => {
        const own = classesIn(readFileSync(file, 'utf8'));
        return !own.isDisjointFrom(used) && own.isDisjointFrom(styled);
      });
      if (missing.length > 0)
        this.error(`app/mantine.css does not import ${missing.map((file) => basename(file)).join(', ')}`);
    },
  },
};
