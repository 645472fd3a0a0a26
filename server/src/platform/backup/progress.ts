/** Progress reports of a long operation. */

export interface Progress {
  /** Adds bytes; reports the total at most every few seconds. */
  moved(bytes: number): void;
  /** Reports a line at once. */
  say(line: string): void;
  /** Total of the added bytes. */
  readonly bytes: number;
  /** Seconds since the start. */
  readonly seconds: number;
}

const everyMs = 5_000;

/** Begins a count at 0 bytes and 0 seconds; `say` receives the report lines. */
export function startProgress(say: (line: string) => void): Progress {
  const begun = performance.now();
  let reportedAt = begun;
  let bytes = 0;
  return {
    say,
    moved(more) {
      bytes += more;
      const now = performance.now();
      if (now - reportedAt < everyMs) return;
      reportedAt = now;
      say(`… ${formatBytes(bytes)} in ${((now - begun) / 1000).toFixed(0)} s`);
    },
    get bytes() {
      return bytes;
    },
    get seconds() {
      return (performance.now() - begun) / 1000;
    },
  };
}

/** Size in words: 1234567 is `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

/** Number with its noun: `1 row`, `1,234 rows`. */
export const count = (n: number, thing: string, things = `${thing}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? thing : things}`;
