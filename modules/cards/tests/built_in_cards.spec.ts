import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { readLorebook } from '../formats/lorebooks/read_lorebook.ts'
import { readText } from './support/character_cards.ts'
import { parse, told } from './lorebooks_support.ts'

const content = join(import.meta.dirname, '../../gallery/content')
const cards = globSync('*/card.json', { cwd: content }).map((file) => ({
  file,
  text: readFileSync(join(content, file), 'utf8'),
}))

test.group('Built-in cards', () => {
  test('are read whole and without a warning', ({ assert }) => {
    assert.lengthOf(cards, 58)
    for (const { file, text } of cards) {
      const { data } = JSON.parse(text)
      const { draft, report } = readText(text)
      assert.deepEqual([report.format, report.warnings], ['v3', []], file)
      assert.deepInclude(
        draft,
        { alternateGreetings: data.alternate_greetings, exampleDialogue: data.mes_example },
        file
      )
    }
  })

  test('have lorebooks of which this reader reads the same as the gallery', ({ assert }) => {
    const withBooks = cards.map((card) => ({ ...card, book: JSON.parse(card.text).data.character_book }))
    for (const { file, text, book } of withBooks.filter((card) => card.book)) {
      const read = readLorebook(parse(text), ['data', 'character_book'])
      if (!read.ok) return assert.fail(`${file}: ${read.failure.reason}`)
      const { name, description } = read.value.book
      assert.deepEqual([name, description], [book.name, book.description], file)
      assert.deepEqual(
        read.value.entries.map(told),
        book.entries.map(({ name: label, keys, content: said, insertion_order: order }: any) => ({
          name: label,
          keys,
          content: said,
          order,
        })),
        file
      )
    }
  })
})
