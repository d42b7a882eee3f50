import type { Scores } from './accuracy-trials.ts';

export interface Rates {
  /** Others who are accepted. */
  readonly falseAccepts: number;
  /** Right people who are not. */
  readonly falseRejects: number;
}

/** Shares at a threshold. */
export function ratesAt({ targets, impostors }: Scores, threshold: number): Rates {
  const share = (scores: Float64Array, wrong: (score: number) => boolean) =>
    scores.reduce((sum, score) => sum + (wrong(score) ? 1 : 0), 0) / scores.length;
  return {
    falseAccepts: share(impostors, (score) => score >= threshold),
    falseRejects: share(targets, (score) => score < threshold),
  };
}

/** What the rates are as the threshold rises, from everyone accepted to nobody. */
export function curve({ targets, impostors }: Scores): (Rates & { threshold: number })[] {
  const rights = targets.slice().sort();
  const others = impostors.slice().sort();
  const points: (Rates & { threshold: number })[] = [];
  let [rejected, turnedAway] = [0, 0];
  for (const threshold of [...rights, Number.POSITIVE_INFINITY]) {
    while (turnedAway < others.length && others[turnedAway]! < threshold) turnedAway += 1;
    const falseAccepts = (others.length - turnedAway) / others.length;
    points.push({ threshold, falseAccepts, falseRejects: rejected / rights.length });
    rejected += 1;
  }
  return points;
}

/** The rate where as large a share of others is accepted as of right people is rejected. */
export function equalErrorRate(scores: Scores): number {
  const [first, ...points] = curve(scores);
  let before = first!;
  for (const point of points) {
    if (point.falseRejects >= point.falseAccepts) {
      const [gapBefore, gap] = [
        before.falseAccepts - before.falseRejects,
        point.falseRejects - point.falseAccepts,
      ];
      const share = gapBefore / Math.max(Number.EPSILON, gapBefore + gap);
      const at = (from: number, to: number) => from + share * (to - from);
      const accepts = at(before.falseAccepts, point.falseAccepts);
      return (accepts + at(before.falseRejects, point.falseRejects)) / 2;
    }
    before = point;
  }
  return 0;
}
