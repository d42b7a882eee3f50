import type { ComponentType } from 'preact';
import { EncodersPanel } from '../encoders/panel.tsx';
import { InterpretPanel } from '../interpret/panel.tsx';
import { LivePanel } from '../live/panel.tsx';
import type { IconName } from '../parts/icon.tsx';
import { RecognisePanel } from '../recognise/panel.tsx';
import { SpeakPanel } from '../speak/panel.tsx';
import { StatusPanel } from '../status/panel.tsx';
import { VoicesPanel } from '../voices/panel.tsx';

export interface PanelEntry {
  /** The part of the address behind `#`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly icon: IconName;
  readonly Panel: ComponentType;
}

export const panels: readonly PanelEntry[] = [
  {
    id: 'recognise',
    title: 'Recognise',
    about: 'Turn speech into words: freely, in 99 languages, or against a grammar.',
    icon: 'wave',
    Panel: RecognisePanel,
  },
  {
    id: 'live',
    title: 'Live',
    about: 'Captions of what the microphone picks up, while it is said.',
    icon: 'captions',
    Panel: LivePanel,
  },
  {
    id: 'interpret',
    title: 'Interpret',
    about: 'Write a grammar and see what a text means against it.',
    icon: 'braces',
    Panel: InterpretPanel,
  },
  {
    id: 'speak',
    title: 'Speak',
    about: 'Turn a text or SSML into speech, in any voice and format of this server.',
    icon: 'speaker',
    Panel: SpeakPanel,
  },
  {
    id: 'voices',
    title: 'Voices',
    about: 'Enrol voices, and find out whether a recording is of one of them.',
    icon: 'person',
    Panel: VoicesPanel,
  },
  {
    id: 'encoders',
    title: 'Encoders',
    about: 'The audio encoders that this server lists.',
    icon: 'list',
    Panel: EncodersPanel,
  },
  {
    id: 'status',
    title: 'Status',
    about: 'Health, queue, models and response times of this server.',
    icon: 'pulse',
    Panel: StatusPanel,
  },
];
