import { useEffect, useState } from 'preact/hooks';
import { type PanelEntry, panels } from './panels.ts';

function current(): PanelEntry {
  return panels.find(({ id }) => location.hash === `#${id}`) ?? panels[0]!;
}

/** The panel that the address names; the first one by default. */
export function useRoute(): PanelEntry {
  const [panel, setPanel] = useState(current);
  useEffect(() => {
    const update = () => setPanel(current());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return panel;
}
