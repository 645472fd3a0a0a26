/** Report of measured figures and their targets. */
export interface Figure {
  what: string;
  measured: string;
  target: string;
  isMet: boolean;
}

const figures: Figure[] = [];
const round = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));

/** Records a figure and prints it at once. */
export function note(
  what: string,
  value: number,
  unit: string,
  target: { max?: number; min?: number } = {},
  aside = '',
): void {
  const { max, min } = target;
  const isMet = (max === undefined || value <= max) && (min === undefined || value >= min);
  const limit = max !== undefined ? `≤ ${max}${unit}` : min !== undefined ? `≥ ${min}${unit}` : '';
  const figure = { what, measured: `${round(value)}${unit}${aside && ` (${aside})`}`, target: limit, isMet };
  figures.push(figure);
  console.log(`${limit === '' ? '·' : isMet ? '✓' : '✗'} ${what.padEnd(58)} ${figure.measured.padEnd(44)} ${limit}`);
}

/** Measurements that failed, with the reason. */
const unmeasured: string[] = [];

/** Runs a measurement; an error is recorded and does not stop the others. */
export async function attempt(what: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    unmeasured.push(`${what}: ${reason}`);
    console.log(`! ${what} could not be measured: ${reason}`);
  }
}

/** Prints the missed targets and the failed measurements; only the latter make the exit code 1. */
export function printEnd(): void {
  for (const { what, measured, target } of missed()) console.log(`missed: ${what}: ${measured}, target ${target}`);
  for (const one of unmeasured) console.log(`not measured: ${one}`);
  if (unmeasured.length > 0) process.exitCode = 1;
}

const missed = (): Figure[] => figures.filter(({ isMet }) => !isMet);
