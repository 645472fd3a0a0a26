/** Facts of members at risk and outcomes of messages, in words. Pure. */
import { type AtRiskRow, type Risk, type RiskFact, contactChannels, contactOutcomes } from '#contract/course/risk.ts';
import { counted, formatDay } from '#kit/format/formats.ts';

const words: Readonly<Record<RiskFact, (risk: Risk) => string>> = {
  idle: ({ idleDays }) => `No progress for ${counted(idleDays, 'day', 'days')}`,
  absent: ({ absences, absentOn }) =>
    `${counted(absences, 'class', 'classes')} missed${absentOn ? `, last ${formatDay(absentOn)}` : ''}`,
  failed: ({ failures, failedQuiz }) => `${failedQuiz ?? 'A quiz'} failed ${counted(failures, 'time', 'times')}`,
};

/** "No progress for 14 days; 2 classes missed, last 3 Nov 2026". */
export const factsInWords = (risk: Risk): string => risk.facts.map((fact) => words[fact](risk)).join('; ');

/** "Mail, 3 Nov 2026: helped". */
export const contactInWords = ({ channel, at, outcome }: NonNullable<AtRiskRow['lastContact']>): string =>
  `${contactChannels[channel]}, ${formatDay(at)}: ${contactOutcomes[outcome].toLowerCase()}`;
