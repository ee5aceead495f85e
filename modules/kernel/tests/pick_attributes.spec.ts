import { test } from '@japa/runner'
import { column, pickAttributes, Row } from '../tables.ts'

class Note extends Row {
  static override table = 'notes'
  @column({ isPrimary: true }) declare id: string
  @column() declare firstLine: string
  @column() declare secret: string
}

test.group('Attributes of a table module', () => {
  test('are selected by name, without the others', ({ assert }) => {
    assert.equal(pickAttributes(Note, ['id', 'firstLine']), 'id AS "id", first_line AS "firstLine"')
    assert.equal(pickAttributes(Note, ['firstLine'], 'n'), 'n.first_line AS "firstLine"')
  })
})
