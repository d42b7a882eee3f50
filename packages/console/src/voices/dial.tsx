import type { VerificationResult } from '@locutor/client';

interface DialProps {
  readonly score: number;
  readonly threshold: number;
  readonly decision: VerificationResult['decision'];
}

const RADIUS = 80;
const CENTRE = { x: 100, y: 96 };

/** −1 on the left, 0 at the top, 1 on the right. */
function point(score: number, radius: number): string {
  const angle = Math.PI * (1 - (Math.max(-1, Math.min(1, score)) + 1) / 2);
  return `${CENTRE.x + radius * Math.cos(angle)} ${CENTRE.y - radius * Math.sin(angle)}`;
}

function arc(from: number, to: number): string {
  return `M${point(from, RADIUS)}A${RADIUS} ${RADIUS} 0 0 1 ${point(to, RADIUS)}`;
}

/** A score on the scale of all scores, with the threshold that decides. */
export function Dial({ score, threshold, decision }: DialProps) {
  const tone = decision === 'ACCEPTED' ? 'good' : decision === 'REJECTED' ? 'bad' : '';
  return (
    <svg
      class={`dial ${tone}`}
      viewBox="0 0 200 126"
      role="img"
      aria-label={`Score ${score.toFixed(2)} on a scale from -1 to 1; the threshold is ${threshold.toFixed(2)}`}
    >
      <path class="dial-track" d={arc(-1, 1)} />
      <path class="dial-pass" d={arc(threshold, 1)} />
      <path class="dial-threshold" d={`M${point(threshold, RADIUS - 13)}L${point(threshold, RADIUS + 13)}`} />
      <path class="dial-needle" d={`M${CENTRE.x} ${CENTRE.y}L${point(score, RADIUS - 20)}`} />
      <circle class="dial-hub" cx={CENTRE.x} cy={CENTRE.y} r={6} />
      <text x={CENTRE.x} y={122}>
        {score.toFixed(2)}
      </text>
    </svg>
  );
}
