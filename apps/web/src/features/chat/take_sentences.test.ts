import { expect, test } from 'vitest'
import { takeSentences } from './take_sentences.ts'

test('takes finished sentences with their closing quotes', () => {
  expect(takeSentences('He nods. "Really?" she as')).toEqual(['He nods. "Really?" ', 'she as'])
  expect(takeSentences('It costs 3.50 now')).toEqual(['', 'It costs 3.50 now'])
  expect(takeSentences('A line\nand')).toEqual(['A line\n', 'and'])
})

test('takes linear time for long runs of dots', () => {
  // In quadratic time, each of these texts would take a minute or more.
  for (const text of ['.'.repeat(200_000), '.'.repeat(200_000) + ')'.repeat(200_000)])
    expect(takeSentences(text)).toEqual(['', text])
})
