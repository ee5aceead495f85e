import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { openPartitioned } from '#tests/support/partitions'
import { DatabasePersonas } from '../src/personas/database_personas.ts'
import { newEmail } from './support.ts'

test.group('Partitioned personas', () => {
  test('are read in one partition for a statement on behalf of one user', async ({ assert, cleanup }) => {
    const { client, db, run, seen } = await openPartitioned(cleanup)
    const personas = new DatabasePersonas(db, { findOwn: async () => [] }, { count: async () => null } as never)
    const userId = newId()
    await client.rawQuery('INSERT INTO users (id, email) VALUES (?, ?)', [userId, newEmail()])
    const made = await run('making a persona', () => personas.create(userId, { name: 'Jo' }))
    if (!made.ok) throw new Error(made.failure.kind)
    const { id } = made.value
    assert.isTrue(await run('finding a persona', () => personas.has(userId, id)))
    assert.lengthOf(await run('listing personas', () => personas.list(userId)), 2)
    await run('changing a persona', () => personas.change(userId, id, { name: 'Jo Ann' }))
    await run('making it the default', () => personas.change(userId, id, { isDefault: true }))
    assert.equal(await run('deleting a persona', () => personas.delete(userId, userId)), 'deleted')
    await run('reading a persona for a prompt', () => client.rawQuery('SELECT accounts_persona(?, ?)', [userId, id]))
    assert.include([...seen], 'personas')
  }).tags(longRun)
})
