/** Response processing of QTI 1.2: what a response scores, and which feedback it shows. */
import { type XmlElement, descendantsOf, elementOf, elementsOf, textOf } from '#shared/spreadsheet/xml.ts';

interface Condition {
  test: XmlElement | undefined;
  sets: { action: string; value: number }[];
  feedback: string[];
  isLast: boolean;
}

export interface Outcome {
  score: number;
  /** Ids of the feedback that is shown. */
  feedback: ReadonlySet<string>;
}

/** Name of a variable, which is `SCORE` where it is not written; Blackboard has an attribute of its own. */
const variableOf = ({ attributes }: XmlElement) =>
  (attributes['varname'] ?? attributes['variablename'] ?? 'SCORE').trim().toLowerCase();

const wordOf = (text: string) => text.trim();

/** Tests that compare with more than a text or an identifier. */
const comparisons = ['vargt', 'vargte', 'varlt', 'varlte', 'varsubstring', 'varsubset', 'varinside'] as const;

export class Scoring {
  /** Score without any response. */
  readonly base: number;
  /** Highest score that is declared. */
  readonly most: number;
  private readonly conditions: readonly Condition[];

  constructor(item: XmlElement) {
    const processing = elementsOf(item, 'resprocessing');
    const variables = processing.flatMap((one) => descendantsOf(one, 'decvar'));
    const set = new Set(processing.flatMap((one) => descendantsOf(one, 'setvar').map(variableOf)));
    const declared = variables.find((one) => set.has(variableOf(one))) ?? variables[0];
    // Others, such as WebCT's `answerValue`, say the same again.
    const name = declared && set.has(variableOf(declared)) ? variableOf(declared) : [...set][0];
    const numberOf = (name: string) => Number(declared?.attributes[name] ?? '') || 0;
    this.base = numberOf('defaultval');
    this.most = numberOf('maxvalue');
    this.conditions = processing
      .flatMap((one) => elementsOf(one, 'respcondition'))
      .map((one) => ({
        test: elementOf(one, 'conditionvar'),
        sets: elementsOf(one, 'setvar').flatMap((set) => (variableOf(set) === name ? [this.setOf(set)] : [])),
        feedback: elementsOf(one, 'displayfeedback').map(({ attributes }) => attributes['linkrefid'] ?? ''),
        isLast: (one.attributes['continue'] ?? '').toLowerCase() === 'no',
      }));
  }

  /** Blackboard writes `SCORE.max` for the highest score. */
  private setOf(element: XmlElement): Condition['sets'][number] {
    const written = textOf(element).trim();
    const value = /\.max$/i.test(written) ? this.most || 1 : Number(written);
    return { action: (element.attributes['action'] ?? 'Set').toLowerCase(), value: Number.isFinite(value) ? value : 0 };
  }

  /** Outcome of a response, which is a set of identifiers, or one text. */
  of(response: ReadonlySet<string>): Outcome {
    let score = this.base;
    let isScored = false;
    const feedback = new Set<string>();
    for (const { test, sets, feedback: shown, isLast } of this.conditions) {
      if (!holds(test, response, isScored)) continue;
      for (const { action, value } of sets) score = changed(score, action, value);
      isScored ||= sets.length > 0;
      for (const id of shown) feedback.add(id);
      if (isLast) break;
    }
    return { score, feedback };
  }

  /** Identifiers or texts that each condition with a score accepts, without those it refuses. */
  accepted(): string[][] {
    return this.conditions.filter(({ sets }) => sets.some(({ value }) => value > 0)).map(({ test }) => positives(test));
  }

  /** Comparisons with a range or a part; those of a number with itself are equality. */
  rules(): XmlElement[] {
    const scoring = this.conditions.filter(({ sets }) => sets.some(({ value }) => value > 0));
    const exact = new Set(this.accepted().flat().map(Number));
    return scoring.flatMap(({ test }) =>
      comparisons
        .flatMap((name) => (test ? descendantsOf(test, name) : []))
        .filter((one) => !one.name.endsWith('e') || !exact.has(Number(textOf(one)))),
    );
  }

  /** Whether some texts are accepted in their own capital and small letters only. */
  isCaseSensitive(): boolean {
    return this.conditions.some(
      ({ test, sets }) =>
        sets.length > 0 &&
        test !== undefined &&
        descendantsOf(test, 'varequal').some(({ attributes }) => attributes['case']?.toLowerCase() === 'yes'),
    );
  }
}

function changed(score: number, action: string, value: number): number {
  if (action === 'add') return score + value;
  if (action === 'subtract') return score - value;
  if (action === 'multiply') return score * value;
  return action === 'divide' && value !== 0 ? score / value : value;
}

/** Texts of `varequal` outside of `not`. */
function positives(test: XmlElement | undefined): string[] {
  if (!test) return [];
  return elementsOf(test).flatMap((one) =>
    one.name === 'varequal' ? [wordOf(textOf(one))] : one.name === 'not' ? [] : positives(one),
  );
}

/**
 * Whether a condition holds. Alternatives of one text that stand beside each other are accepted each, as Canvas writes
 * them.
 */
function holds(test: XmlElement | undefined, response: ReadonlySet<string>, isScored: boolean): boolean {
  const parts = test ? elementsOf(test) : [];
  if (parts.length === 0) return true;
  const equal = parts.filter(({ name }) => name === 'varequal');
  if (equal.length === parts.length && response.size <= 1) return equal.some((one) => isTrue(one, response, isScored));
  return parts.every((one) => isTrue(one, response, isScored));
}

function isTrue(one: XmlElement, response: ReadonlySet<string>, isScored: boolean): boolean {
  const parts = elementsOf(one);
  if (one.name === 'varequal') return response.has(wordOf(textOf(one)));
  if (one.name === 'not') return !parts.some((part) => isTrue(part, response, isScored));
  if (one.name === 'or') return parts.some((part) => isTrue(part, response, isScored));
  if (one.name === 'and') return parts.every((part) => isTrue(part, response, isScored));
  if (one.name === 'other') return !isScored;
  return one.name === 'unanswered' ? response.size === 0 : false;
}
