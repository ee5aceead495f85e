import { expect, test } from 'vitest'
import { finishedSentences, takeSentences } from './take_sentences.ts'

test('takes finished sentences with their closing quotes', () => {
  expect(takeSentences('He nods. "Really?" she as')).toEqual(['He nods. "Really?" ', 'she as'])
  expect(takeSentences('It costs 3.50 now')).toEqual(['', 'It costs 3.50 now'])
  expect(takeSentences('A line\nand')).toEqual(['A line\n', 'and'])
})

test('takes linear time for long runs of dots', () => {
  // In quadratic time, each of these texts would take a minute or more.
  for (const text of ['.'.repeat(200_000), '.'.repeat(200_000) + ')'.repeat(200_000), '。'.repeat(200_000)])
    expect(takeSentences(text)).toEqual(['', text])
})

test('ends sentences of scripts without spaces, once the next sentence has begun', () => {
  expect(takeSentences('「いいよ。」と彼女は言う。まだ')).toEqual(['「いいよ。」と彼女は言う。', 'まだ'])
  expect(takeSentences('「いいよ。')).toEqual(['', '「いいよ。'])
})

test('lists the same sentences however the text arrives', () => {
  const text = 'Hm… "No!" she says. It costs 3.50.  「はい。」と。\n\nA line\nand the end. Bye'
  // Further white space may follow.
  const sentencesOf = (some: string) => finishedSentences(some).flatMap((sentence) => sentence.trim() || [])
  const whole = sentencesOf(text)
  for (let end = 0; end < text.length; end++) {
    const some = sentencesOf(text.slice(0, end))
    expect(some).toEqual(whole.slice(0, some.length))
  }
})
