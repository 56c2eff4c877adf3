// Theme: light or dark, as the configuration or the browser's system has it.

export function applyTheme(theme) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
  };
  system.addEventListener("change", apply);
  apply();
}
