import { useState } from 'preact/hooks';
import { chooseTheme, currentTheme } from './theme.ts';

export function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const change = () => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <button
      type="button"
      class="icon"
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={change}
    >
      <span aria-hidden="true">{theme === 'dark' ? '☀' : '☾'}</span>
    </button>
  );
}
