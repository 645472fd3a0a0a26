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

export const missed = (): Figure[] => figures.filter(({ isMet }) => !isMet);
