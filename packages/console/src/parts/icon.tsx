/** Drawn for this page, on a grid of 24. */
const PATHS = {
  logo: 'M4 10v4M8 7v10M12 4v16M16 8v8M20 10v4',
  wave: 'M3 12h2l2-5 3 12 3-15 3 12 2-4h3',
  braces: 'M8 4c-3 0-1 7-4 8 3 1 1 8 4 8M16 4c3 0 1 7 4 8-3 1-1 8-4 8',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20c1-4 4-5 8-5s7 1 8 5',
  list: 'M4 6h16M4 12h16M4 18h10',
  pulse: 'M3 13h4l3-8 4 14 3-6h4',
  key: 'M13.5 9a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM12.2 12.2 20 20M16.5 16.5l2-2',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M20 14a8 8 0 1 1-9-10 6 6 0 0 0 9 10Z',
  half: 'M12 4a8 8 0 1 0 0 16Zm0 0a8 8 0 0 1 0 16',
  book: 'M5 5c3-1 5 0 7 1 2-1 4-2 7-1v13c-3-1-5 0-7 1-2-1-4-2-7-1ZM12 6v13',
  mic: 'M12 15a3 3 0 0 0 3-3V7a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM6 12a6 6 0 0 0 12 0M12 18v3',
  captions: 'M4 5h16v14H4ZM7.5 14.5h5M15 14.5h1.5M7.5 11h1.5M11.5 11h5',
  speaker: 'M4 9v6h4l5 4V5L8 9ZM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  shuffle: 'M4 7h3l10 10h3M4 17h3l3-3M14 10l3-3h3M17.5 4.5 20 7l-2.5 2.5M17.5 14.5 20 17l-2.5 2.5',
  stop: 'M7 7h10v10H7Z',
  play: 'M8 5.5v13l10-6.5Z',
  pause: 'M8 5v14M16 5v14',
  upload: 'M12 16V5M7 9l5-5 5 5M4 16v3h16v-3',
  download: 'M12 4v11M7 11l5 5 5-5M4 17v3h16v-3',
  copy: 'M9 9h10v11H9ZM5 15V4h10',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  alert: 'M12 8v5M12 16.5v.5M12 3 2.5 20h19Z',
  check: 'M5 12.5 10 17l9-10',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: what it stands for is written beside it or in the label of its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
