/** The largest texts and lorebooks that users may store, in the forms that take the most work in a prompt. */

const repeated = (unit, length) => unit.repeat(Math.floor(length / unit.length))
const list = (count, item) => Array.from({ length: count }, (_, n) => item(n))

/** The repeated part of each kind of text. */
const units = {
  words: 'the quick brown fox, ',
  times: '{{time}} ',
  names: '<user>',
  braces: '{{',
  'unclosed macros': '{{a:',
  'inserted texts': '{{mesExamples}} ',
  'angle brackets': '<<',
  'line breaks': '.\n',
}

/** All texts of a prompt, each as long as it may be. Two imported messages have a million characters. */
const textsOf = (unit) => {
  const text = (length) => repeated(unit, length)
  const pins = list(20, (n) => `${n} ${text(490)}`)
  return {
    sheet: {
      name: 'Ada',
      description: text(2_000),
      personality: text(50_000),
      backstory: text(100_000),
      scenario: text(50_000),
      exampleDialogue: text(50_000),
      systemPrompt: text(50_000),
      postHistoryInstructions: text(50_000),
      depthNote: { text: text(10_000), depth: 4, role: 'system' },
    },
    persona: { name: 'Robin', description: text(2_000), personality: text(2_000), background: text(2_000) },
    pins,
    pinDepths: Object.fromEntries(pins.map((pin, n) => [pin, n])),
    note: { text: text(4_000), depth: 4, role: 'system' },
    summary: { text: text(8_000), upTo: null },
    nudge: text(500),
    history: list(18, (n) => ({
      id: String(n),
      isUser: n % 2 === 1,
      content: text(n === 0 || n === 17 ? 1_000_000 : 8_000),
      position: n + 1,
      at: Date.UTC(2026, 0, 1) + n * 60_000,
    })),
  }
}

export const largestTexts = Object.fromEntries(
  Object.entries(units).map(([name, unit]) => [`texts of ${name}`, textsOf(unit)])
)

const longText = repeated('{{time}} and the fox ', 100_000)
const keys = (entry, item) => list(290, (n) => item(entry * 290 + n))

/** Books of 20 MiB. */
export const largestBooks = {
  'keys of one word': () => list(4_600, (n) => ({ keys: keys(n, (at) => `word${String(at).padStart(8, '0')}`) })),
  'keys with braces': () => list(4_600, (n) => ({ keys: keys(n, (at) => `{{a ${String(at).padStart(8, '0')}`) })),
  'keys with macros': () => list(4_600, (n) => ({ keys: keys(n, (at) => `<user>${String(at).padStart(6, '0')}`) })),
  'keys that are nearly found': () =>
    list(2_000, (n) => ({ keys: keys(n, (at) => `wen w${(at % 99_991).toString(36)}en w1en w2en w3en`) })),
  patterns: () => list(4_600, (n) => ({ keys: keys(n, (at) => `/a+${String(at).padStart(8, '0')}/`) })),
  'long texts': () => list(200, () => ({ constant: true, content: longText })),
  'long texts beyond the budget': () => list(200, () => ({ constant: true, ignoreBudget: true, content: longText })),
  groups: () =>
    list(10_000, (n) => ({ constant: true, content: 'x', groups: list(50, (at) => `group ${(n + at * 7) % 5_000}`) })),
  filters: () =>
    list(10_000, () => ({
      keys: ['fox'],
      characterFilter: { exclude: true, names: list(100, (at) => `N${at}`), tags: list(100, (at) => `T${at}`) },
    })),
}
