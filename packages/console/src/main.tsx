import '@fontsource-variable/inter/wght.css';
import './styles/base.css';
import './styles/controls.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
render(<App />, document.getElementById('app')!);
