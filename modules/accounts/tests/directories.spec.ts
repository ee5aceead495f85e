import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { violatedConstraint } from '#modules/kernel/sql'
import { emailUnique, usernameUnique } from '../src/domain/directories.ts'
import { newEmail } from './support.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const run = async (sql: string, values: unknown[]) => (await db.rawQuery(sql, values as never)).rows
  const add = async (email: string, username: string | null): Promise<string> => {
    const id = newId()
    await run('INSERT INTO users (id, email, username) VALUES (?, ?, ?)', [id, email, username])
    return id
  }
  const keysOf = async (id: string) => [
    ...(await run('SELECT email_key AS key FROM user_emails WHERE user_id = ?', [id])).map(({ key }: any) => key),
    ...(await run('SELECT username_key AS key FROM user_names WHERE user_id = ?', [id])).map(({ key }: any) => key),
  ]
  return { run, add, keysOf }
}

test.group('The directories of users', () => {
  test('follow the e-mail and username of a user', async ({ assert }) => {
    const { run, add, keysOf } = await setUp()
    const [email, next] = [newEmail(), newEmail()]
    const name = `N${newId().slice(-12)}`
    const id = await add(email.toUpperCase(), null)
    assert.deepEqual(await keysOf(id), [email.toLowerCase()])
    await run('UPDATE users SET username = ? WHERE id = ?', [name, id])
    assert.deepEqual(await keysOf(id), [email.toLowerCase(), name.toLowerCase()])
    await run('UPDATE users SET email = ?, username = ? WHERE id = ?', [next, name.toUpperCase(), id])
    assert.deepEqual(await keysOf(id), [next.toLowerCase(), name.toLowerCase()])
    await run('UPDATE users SET username = NULL WHERE id = ?', [id])
    assert.deepEqual(await keysOf(id), [next.toLowerCase()])
    await run('DELETE FROM users WHERE id = ?', [id])
    assert.deepEqual(await keysOf(id), [])
    assert.isNotEmpty(await keysOf(await add(next, name)))
  })

  for (const [what, constraint] of [
    ['e-mail', emailUnique],
    ['username', usernameUnique],
  ])
    test(`refuse a taken ${what} in another case`, async ({ assert }) => {
      const { add } = await setUp()
      const [email, name] = [newEmail(), `N${newId().slice(-12)}`]
      await add(email, name)
      const another = what === 'e-mail' ? add(email.toUpperCase(), null) : add(newEmail(), name.toLowerCase())
      assert.equal(await another.then(() => null, violatedConstraint), constraint)
    })
})
