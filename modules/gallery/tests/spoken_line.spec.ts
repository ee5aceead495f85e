import { test } from '@japa/runner'
import { spokenLine } from '../src/domain/spoken_line.ts'

test.group('The spoken line of a character', () => {
  test('is the first spoken words, not the actions', ({ assert }) => {
    assert.equal(
      spokenLine("*She trims the wick.*\n\nWell. You're warm.\n\n*A goose.*\n\nThat's Magistrate."),
      "Well. You're warm."
    )
    assert.equal(spokenLine("*She trims the wick.* Well. You're warm. *A goo"), "Well. You're warm.")
  })

  test('holds whole sentences that fit on a card', ({ assert }) => {
    const long = `${'word '.repeat(30)}end.`
    assert.equal(spokenLine(`Sit down. ${long}`), 'Sit down.')
    assert.equal(spokenLine(`${long}\nYou may begin.`), 'You may begin.')
    assert.isNull(spokenLine(long))
  })

  test('is null when nothing is spoken', ({ assert }) => {
    for (const text of ['*looks up*', '...', '']) assert.isNull(spokenLine(text))
  })
})
