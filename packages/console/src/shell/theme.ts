export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'locutor-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

/** `auto` leaves the choice to the system. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  if (theme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}
