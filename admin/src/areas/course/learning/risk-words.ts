/** Facts of members at risk and outcomes of messages, in words. Pure. */
import { type AtRiskRow, type RiskFact, contactChannels, contactOutcomes } from '#contract/course/risk.ts';
import { counted, formatDay } from '#kit/format/formats.ts';

type Facts = Pick<AtRiskRow, 'facts' | 'idleDays' | 'absences' | 'absentOn' | 'failures' | 'failedQuiz'>;

const words: Readonly<Record<RiskFact, (row: Facts) => string>> = {
  idle: ({ idleDays }) => `No progress for ${counted(idleDays, 'day', 'days')}`,
  absent: ({ absences, absentOn }) =>
    `${counted(absences, 'class', 'classes')} missed${absentOn ? `, last ${formatDay(absentOn)}` : ''}`,
  failed: ({ failures, failedQuiz }) => `${failedQuiz ?? 'A quiz'} failed ${counted(failures, 'time', 'times')}`,
};

/** "No progress for 14 days; 2 classes missed, last 3 Nov 2026". */
export const factsInWords = (row: Facts): string => row.facts.map((fact) => words[fact](row)).join('; ');

/** "Mail, 3 Nov 2026: helped". */
export const contactInWords = ({ channel, at, outcome }: NonNullable<AtRiskRow['lastContact']>): string =>
  `${contactChannels[channel]}, ${formatDay(at)}: ${contactOutcomes[outcome].toLowerCase()}`;
