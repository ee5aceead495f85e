import { parseMessage, textLines } from '#modules/gallery/api'
import { expect, test } from 'vitest'
import { wrapText } from './wrap_text.ts'

const linesOf = (text: string) => textLines(parseMessage(text)).filter((runs) => runs.length > 0)

/** Each letter is one unit wide. */
const wrapped = (text: string, width: number) =>
  wrapText(linesOf(text), width, (part) => part.length).map((line) =>
    line === null ? null : line.runs.map(({ text, isAction }) => (isAction ? `<${text}>` : text)).join('')
  )

test('breaks between words, and keeps actions apart', () => {
  expect(wrapped('Come in. *She smiles* warmly.', 12)).toEqual(['Come in.< She>', '<smiles>', 'warmly.'])
})

test('keeps punctuation with the action before it', () => {
  expect(wrapped('*She nods*.', 8)).toEqual(['<She nods>.'])
})

test('separates paragraphs, and breaks words that are wider than a line', () => {
  expect(wrapped('One\n\nabcdefgh', 5)).toEqual(['One', null, 'abcde', 'fgh'])
})

test('recognizes text that runs from right to left', () => {
  expect(wrapText(linesOf('*שלום* לך'), 20, (part) => part.length)[0]?.isRightToLeft).toBe(true)
})
