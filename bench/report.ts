/** What was measured, beside what was aimed at. */
export interface Figure {
  what: string;
  measured: string;
  target: string;
  isMet: boolean;
}

const figures: Figure[] = [];
const round = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));

/** Notes a figure and prints it at once. */
export function note(
  what: string,
  value: number,
  unit: string,
  target: { most?: number; least?: number } = {},
  aside = '',
): void {
  const { most, least } = target;
  const isMet = (most === undefined || value <= most) && (least === undefined || value >= least);
  const aim = most !== undefined ? `≤ ${most}${unit}` : least !== undefined ? `≥ ${least}${unit}` : '';
  const figure = { what, measured: `${round(value)}${unit}${aside && ` (${aside})`}`, target: aim, isMet };
  figures.push(figure);
  console.log(`${aim === '' ? '·' : isMet ? '✓' : '✗'} ${what.padEnd(58)} ${figure.measured.padEnd(44)} ${aim}`);
}

/** What could not be measured, and why. */
const unmeasured: string[] = [];

/** Runs a measurement; where it fails that is told, and the others go on. */
export async function attempt(what: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    unmeasured.push(`${what}: ${reason}`);
    console.log(`! ${what} could not be measured: ${reason}`);
  }
}

/** What was aimed at and not reached, and what could not be measured, at the end of all. */
export function printEnd(): void {
  for (const { what, measured, target } of missed()) console.log(`missed: ${what}: ${measured}, aimed at ${target}`);
  for (const one of unmeasured) console.log(`not measured: ${one}`);
  if (unmeasured.length > 0) process.exitCode = 1;
}

const missed = (): Figure[] => figures.filter(({ isMet }) => !isMet);
