import { useState } from 'preact/hooks';
import { CodeBlock } from '../parts/code-block.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { AlternativesView } from './alternatives-view.tsx';
import { Downloads } from './downloads.tsx';
import { TranscriptView } from './transcript-view.tsx';
import type { Answered } from './use-recognition.ts';
import { XmlView } from './xml-view.tsx';

const TABS = [
  { id: 'transcript', title: 'Transcript' },
  { id: 'alternatives', title: 'Alternatives' },
  { id: 'json', title: 'JSON' },
  { id: 'xml', title: 'XML' },
] as const;

interface AnswerTabsProps {
  readonly answer: Answered;
  readonly onPlay: (start: number, end: number) => void;
}

export function AnswerTabs({ answer, onPlay }: AnswerTabsProps) {
  const [shown, setShown] = useState<(typeof TABS)[number]['id']>('transcript');
  return (
    <div class="card stack">
      <Tabs label="Answer" tabs={TABS} shown={shown} onShow={setShown}>
        {shown === 'transcript' && <TranscriptView results={answer.results} onPlay={onPlay} />}
        {shown === 'alternatives' && <AlternativesView results={answer.results} />}
        {shown === 'json' && (
          <CodeBlock label="Answer as JSON" text={JSON.stringify(answer.results, null, 2)} />
        )}
        {shown === 'xml' && <XmlView answer={answer} />}
      </Tabs>
      <Downloads answer={answer} />
    </div>
  );
}
