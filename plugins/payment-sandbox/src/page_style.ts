/** The styles of the page, with the shop's colors and system fonts. They load nothing. */
export const pageStyle = `
:root { color-scheme: dark; --bg: #0f0c12; --raised: #18141d; --line: #2b2534; --edge: #7a7087; --text: #f5f1f6; --soft: #c3bacb;
  --accent: #c81e4a; --accent-over: #d92a57; --focus: #ff9db4; --test: #f1c876; --test-bg: #2a2010; --test-line: #77591f; --over: #262030; }
@media (prefers-color-scheme: light) {
  :root { color-scheme: light; --bg: #fbf9fb; --raised: #ffffff; --line: #e6dfe9; --edge: #857a90; --text: #1c1621; --soft: #514759;
    --accent-over: #ac173e; --focus: #c81e4a; --test: #744800; --test-bg: #fcf3df; --test-line: #d9b66d; --over: #f1ecf3; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100svh; display: grid; place-items: center; padding: clamp(0.75rem, 4vw, 2rem); background: var(--bg); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { width: min(100%, 26rem); border: 1px solid var(--line); border-radius: 1rem; background: var(--raised); overflow: hidden; }
.test { padding: 0.75rem clamp(1rem, 6vw, 1.75rem); background: var(--test-bg); border-bottom: 1px solid var(--test-line); color: var(--test);
  font-size: 0.875rem; }
section { display: grid; gap: 0.25rem; padding: clamp(1.25rem, 6vw, 1.75rem); }
.what { font-size: 1.1875rem; line-height: 1.4; font-weight: 600; }
.amount { font-size: 2.0625rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.018em; font-variant-numeric: tabular-nums; }
.hint, .until { color: var(--soft); font-size: 0.875rem; line-height: 1.45; }
.hint { margin-bottom: 1rem; }
.until { margin-top: 1rem; }
form { display: grid; gap: 0.625rem; }
button, a { display: block; width: 100%; min-height: 2.75rem; padding: 0.625rem 1rem; border: 1px solid transparent; border-radius: 0.625rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.pay { background: var(--accent); color: #ffffff; }
.pay:hover { background: var(--accent-over); }
.decline { background: none; border-color: var(--edge); color: var(--text); }
.close { background: none; color: var(--soft); }
.decline:hover, .close:hover { background: var(--over); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (forced-colors: active) { button, a { border-color: ButtonBorder; } }
`
