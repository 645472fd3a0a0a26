/** Asks for a secret on the terminal twice without echo; without a terminal reads the first line of standard input. */
import { createInterface } from 'node:readline';

export async function askSecret(label: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const secret = await typed(`${label}: `);
  if (secret !== (await typed(`${label} again: `))) throw new Error('The two do not match; nothing was changed.');
  return secret;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface(process.stdin)) return line;
  return '';
}

/** Uses raw mode, because only then does the terminal not echo. */
function typed(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((resolve) => {
    let secret = '';
    const finish = () => {
      stdin.off('data', read).setRawMode(false).pause();
      stderr.write('\n');
    };
    const read = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\u0003') {
          // Ctrl-C: in raw mode the terminal sends no signal.
          finish();
          process.exit(130);
        } else if (key === '\r' || key === '\n') {
          finish();
          resolve(secret);
          return;
        } else if (key === '\u007f' || key === '\b') secret = secret.slice(0, -1);
        else secret += key;
      }
    };
    stdin.on('data', read);
  });
}
