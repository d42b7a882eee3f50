import type { ParseStep } from '@locutor/client';
import { useMemo, useState } from 'preact/hooks';
import { layout, treeOf } from './tree.ts';

/** More would be slow to draw, and nobody reads it. */
const MOST_STEPS = 600;
const HEIGHT = 28;

export function ParseTree({ parse }: { readonly parse: readonly ParseStep[] }) {
  const [withTags, setWithTags] = useState(false);
  const drawn = useMemo(() => {
    const tree = parse.length <= MOST_STEPS ? treeOf(parse, withTags) : undefined;
    return tree && layout(tree);
  }, [parse, withTags]);
  if (!drawn) return <p class="muted small">The parse is too large to be drawn.</p>;
  const { nodes, width, height } = drawn;
  return (
    <>
      <div class="row spread">
        <h3>Parse</h3>
        <label class="check small muted">
          <input
            type="checkbox"
            checked={withTags}
            onChange={({ currentTarget }) => setWithTags(currentTarget.checked)}
          />
          Show tags
        </label>
      </div>
      {/* Focusable, so that a keyboard can scroll it. */}
      <div class="parse-scroll" tabIndex={0} role="region" aria-label="Parse tree">
        <svg
          class="parse"
          role="img"
          aria-label={`Parse: ${spoken(parse)}`}
          width={width + 4}
          height={height + 4}
          viewBox={`-2 -2 ${width + 4} ${height + 4}`}
        >
          {nodes.map(({ node, x, y, width, parent }, index) =>
            parent ? (
              <path
                key={index}
                class={`branch ${node.kind}`}
                d={`M${parent.x + parent.width / 2} ${parent.y + HEIGHT}C${parent.x + parent.width / 2} ${y - 8} ${x + width / 2} ${parent.y + HEIGHT + 8} ${x + width / 2} ${y}`}
              />
            ) : null,
          )}
          {nodes.map(({ node, text, x, y, width }, index) => (
            <g key={index} class={node.kind}>
              <title>{node.text}</title>
              <rect x={x} y={y} width={width} height={HEIGHT} rx={node.kind === 'token' ? 6 : 14} />
              <text x={x + width / 2} y={y + HEIGHT / 2 + 4.5}>
                {text}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </>
  );
}

/** The tree in brackets, for those who do not see it. */
function spoken(parse: readonly ParseStep[]): string {
  return parse
    .map(({ kind, rule, text }) =>
      kind === 'open' ? `${rule} (` : kind === 'close' ? ')' : kind === 'token' ? text : '',
    )
    .filter(Boolean)
    .join(' ');
}
