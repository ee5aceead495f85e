import { parseMessage, textLines } from '#modules/gallery/api'
import { expect, test } from 'vitest'
import { shortenText } from './shorten_text.ts'

test.each([
  ['keeps a text that fits', 'Come in. Sit.', 20, 'Come in. Sit.'],
  ['ends after a sentence', 'Come in. Mind the step, please.', 20, 'Come in. …'],
  ['ends after a word when the first sentence is too long', 'Mind the third step, please.', 20, 'Mind the third step…'],
  ['cuts a single word', 'x'.repeat(30), 10, `${'x'.repeat(10)}…`],
  ['cuts an action', '*She smiles. Then she leaves the room.* Goodbye.', 20, '<She smiles. …>'],
])('%s', (_, text, lettersMax, shortened) => {
  const runs = shortenText(textLines(parseMessage(text)), lettersMax).flat()
  expect(runs.map((run) => (run.isAction ? `<${run.text}>` : run.text)).join('')).toBe(shortened)
})
