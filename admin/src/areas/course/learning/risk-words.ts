/** Facts of members at risk and outcomes of messages, in words. Pure. */
import {
  type AtRiskRow,
  type Risk,
  type RiskFact,
  contactChannels,
  contactOutcomes,
  type listAtRisk,
} from '#contract/course/risk.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';

const words: Readonly<Record<RiskFact, (risk: Risk) => string>> = {
  idle: ({ idleDays }) => `No progress for ${counted(idleDays, 'day', 'days')}`,
  absent: ({ absences, absentOn }) =>
    `${counted(absences, 'class', 'classes')} missed${absentOn ? `, last ${formatDay(absentOn)}` : ''}`,
  failed: ({ failures, failedQuiz }) => `${failedQuiz ?? 'A quiz'} failed ${counted(failures, 'time', 'times')}`,
};

/** "No progress for 14 days; 2 classes missed, last 3 Nov 2026". */
export const factsInWords = (risk: Risk): string => risk.facts.map((fact) => words[fact](risk)).join('; ');

/** "23 at risk, 5 more than a week ago"; undefined: not counted on both days. */
export function countsInWords({ today, weekAgo }: Reply<typeof listAtRisk>['counts']): string | undefined {
  if (today === null || weekAgo === null) return undefined;
  const now = `${formatNumber(today)} at risk`;
  if (today === weekAgo) return `${now}, as many as a week ago`;
  return `${now}, ${formatNumber(Math.abs(today - weekAgo))} ${today > weekAgo ? 'more' : 'fewer'} than a week ago`;
}

/** "Mail, 3 Nov 2026: helped". */
export const contactInWords = ({ channel, at, outcome }: NonNullable<AtRiskRow['lastContact']>): string =>
  `${contactChannels[channel]}, ${formatDay(at)}: ${contactOutcomes[outcome].toLowerCase()}`;
