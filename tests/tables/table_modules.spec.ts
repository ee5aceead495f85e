import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { appOwner } from '#tests/support/app'
import { newId } from '#modules/kernel/ids'
import { attributesOf, column, columnsOf, copyOf, jsonColumn, PrivateRow } from '#modules/kernel/tables'

class Note extends PrivateRow {
  static override table = 'test_notes'
  @column({ isPrimary: true }) declare id: string
  @column() declare text: string
  @jsonColumn() declare tags: string[] | null
  @column() declare revision: number
}

test.group('Table modules', (group) => {
  group.setup(async () => {
    const client = await appOwner()
    await client.rawQuery(`CREATE TABLE test_notes (user_id uuid NOT NULL, id uuid NOT NULL, text text NOT NULL, tags jsonb,
      revision int NOT NULL DEFAULT 1, PRIMARY KEY (user_id, id))`)
    await client.rawQuery('GRANT SELECT, INSERT, UPDATE, DELETE ON test_notes TO PUBLIC')
    return () => client.rawQuery('DROP TABLE test_notes')
  })

  test('insert in one statement and return what the database filled', async ({ assert }) => {
    const note = await Note.create({ userId: newId(), id: newId(), text: 'Mind the ropes.', tags: ['sea'] })
    assert.equal(note.revision, 1)
    const [stored] = await Note.of(note.userId)
    assert.deepEqual(stored!.$attributes, note.$attributes)
    assert.deepEqual(stored!.tags, ['sea'])
  })

  test('change and delete only the row of the owner', async ({ assert }) => {
    const id = newId()
    const [mine, theirs] = [newId(), newId()]
    await Note.createMany([
      { userId: mine, id, text: 'mine' },
      { userId: theirs, id, text: 'theirs' },
    ])
    const note = await Note.of(mine).where('id', id).firstOrFail()
    await note.merge({ text: 'changed' }).save()
    assert.deepEqual(
      (await Note.of(theirs)).map(({ text }) => text),
      ['theirs']
    )
    await note.delete()
    assert.lengthOf(await Note.of(mine), 0)
    assert.lengthOf(await Note.of(theirs), 1)
  })

  test('copy every column that has no other value', async ({ assert }) => {
    const note = await Note.create({
      userId: newId(),
      id: newId(),
      text: 'Mind the ropes.',
      tags: ['sea'],
      revision: 3,
    })
    const db = await app.container.make(Database)
    const copyId = newId()
    const copy = copyOf(Note, { values: { id: ':copyId::uuid' }, without: ['revision'] })
    await db.rawQuery(`${copy} FROM test_notes WHERE user_id = :userId`, { userId: note.userId, copyId })
    const stored = await Note.of(note.userId).where('id', copyId).firstOrFail()
    assert.deepEqual(stored.$attributes, { ...note.$attributes, id: copyId, revision: 1 })
    assert.equal(
      copyOf(Note, { values: { text: `''` }, alias: 'n' }),
      `INSERT INTO test_notes (user_id, id, text, tags, revision) SELECT n.user_id, n.id, '', n.tags, n.revision`
    )
  })

  test('list their columns for SQL', ({ assert }) => {
    assert.equal(columnsOf(Note), 'user_id, id, text, tags, revision')
    assert.equal(columnsOf(Note, { without: ['tags'], alias: 'n' }), 'n.user_id, n.id, n.text, n.revision')
    assert.equal(attributesOf(Note, { without: ['tags'] }), 'user_id AS "userId", id, text, revision')
    assert.equal(
      attributesOf(Note, { without: ['tags', 'text'], alias: 'n' }),
      'n.user_id AS "userId", n.id, n.revision'
    )
  })
})
