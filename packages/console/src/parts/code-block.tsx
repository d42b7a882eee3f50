import { CopyButton } from './copy-button.tsx';

export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code-block">
      <CopyButton text={text} />
      {/* Focusable, so that a keyboard can scroll it. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
