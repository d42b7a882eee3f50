import { useState } from 'preact/hooks';
import { askForToken, useToken } from '../parts/api.ts';
import { Icon } from '../parts/icon.tsx';
import { panels } from './panels.ts';
import { applyTheme, storedTheme, type Theme } from './theme.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };
const LABELS: Readonly<Record<Theme, string>> = {
  auto: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
};

export function Navigation({ shown }: { readonly shown: string }) {
  const [theme, setTheme] = useState(storedTheme);
  const token = useToken();
  const changeTheme = () => {
    applyTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <aside class="side">
      <p class="brand">
        <Icon name="logo" />
        <span>Locutor</span>
      </p>
      <nav aria-label="Panels">
        {panels.map(({ id, title, icon }) => (
          <a key={id} href={`#${id}`} aria-current={id === shown ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{title}</span>
          </a>
        ))}
      </nav>
      <div class="side-foot">
        <button type="button" class="quiet" onClick={() => void askForToken()}>
          <Icon name="key" />
          <span>{token ? 'Token set' : 'Set token'}</span>
        </button>
        <button type="button" class="quiet" onClick={changeTheme}>
          <Icon name={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'half'} />
          <span>{LABELS[theme]}</span>
        </button>
        <a class="quiet" href="../reference">
          <Icon name="book" />
          <span>API reference</span>
        </a>
      </div>
    </aside>
  );
}
