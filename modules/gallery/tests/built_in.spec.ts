import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import * as contentRules from '#config/content_rules'
import { Accounts } from '#modules/accounts/index'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { Database } from '@adonisjs/lucid/database'
import { codePoints, isStorable } from '#modules/kernel/text'
import { createDatabase } from '#tests/support/databases'
import { checkImportedCharacter, limits, pictureWidths } from '../api.ts'
import { eight } from '../builtin/eight.ts'
import { pictureAddress, pictureByFile } from '../builtin/pictures.ts'
import { SeedBuiltIn } from '../src/actions/seed_built_in.ts'
import { database, picturesScaled, putCharacters } from './support.ts'

const fileOf = (address: string) => address.split('/').at(-1)!

/** Width and height as a lossy WebP file says them. */
const sizeOf = (webp: Buffer) => {
  const at = webp.indexOf('VP8 ') + 14
  return [webp.readUInt16LE(at) & 0x3fff, webp.readUInt16LE(at + 2) & 0x3fff]
}

const words = (text: string) => text.split(/\s+/).length

/** A connection to a fresh database with our tables and no character in it. */
const emptyGallery = async () => {
  const db = await database()
  const name = `seeding_${Math.random().toString(36).slice(2)}`
  const { config } = db.manager.get('postgres')!
  db.manager.add(name, { ...config, connection: { connectionString: await createDatabase() } } as typeof config)
  const runner = new MigrationRunner(db, app, { direction: 'up', connectionName: name })
  await runner.run()
  if (runner.error) throw runner.error
  return { connection: db.connection(name) as unknown as Database, close: () => db.manager.close(name, true) }
}

test.group('The built-in eight', (group) => {
  group.setup(picturesScaled)

  test('are eight, each of a category of its own, and none adult', ({ assert }) => {
    assert.lengthOf(eight, 8)
    for (const field of ['slug', 'name', 'category'] as const)
      assert.lengthOf(new Set(eight.map((one) => one[field])), 8, field)
    assert.notInclude(
      eight.map(({ category }) => category),
      'Limitless'
    )
  })

  for (const one of eight) {
    test(`${one.name} keeps to the content rules and the sizes`, ({ assert }) => {
      const texts = [
        one.name,
        one.description,
        one.category,
        one.personality,
        one.backstory,
        one.scenario,
        one.firstMessage,
        ...one.tags,
      ]
      for (const text of texts) {
        assert.isTrue(isStorable(text))
        for (const word of contentRules.forbiddenWords) assert.notInclude(text.toLowerCase(), word)
      }
      assert.isTrue(checkImportedCharacter(contentRules, one).ok)
      assert.isAtMost(codePoints(one.name), limits.nameMax)
      assert.isAtMost(codePoints(one.description), limits.descriptionMax)
      assert.isTrue(
        words(one.backstory) >= 300 && words(one.backstory) <= 600,
        `backstory: ${words(one.backstory)} words`
      )
      assert.isTrue(
        words(one.firstMessage) >= 60 && words(one.firstMessage) <= 150,
        `first message: ${words(one.firstMessage)} words`
      )
      assert.isTrue(one.tags.length >= 4 && one.tags.length <= 8)
      assert.lengthOf(new Set(one.tags.map((tag) => tag.toLowerCase())), one.tags.length)
      assert.include(one.firstMessage, '{{user}}')
      assert.match(one.firstMessage, /\*[^*]+\*/)
      assert.lengthOf(one.firstMessage.match(/\*/g)!, 2 * one.firstMessage.match(/\*[^*]+\*/g)!.length)
    })

    test(`${one.name} has two pictures of its own in every width, and the hash of another painting shows them too`, async ({
      assert,
    }) => {
      for (const kind of ['avatar', 'background']) {
        const file = fileOf(pictureAddress(`${one.slug}-${kind}`))
        assert.match(file, new RegExp(`^${one.slug}-${kind}-[0-9a-f]{12}\\.webp$`))
        for (const width of pictureWidths) {
          const { webp, lasting } = (await pictureByFile(file, width))!
          assert.isTrue(lasting)
          assert.deepEqual(sizeOf(webp), [width, kind === 'avatar' ? width : Math.round((width * 9) / 16)])
        }
        for (const other of [`${one.slug}-${kind}.webp`, `${one.slug}-${kind}-000000000000.webp`])
          assert.isFalse((await pictureByFile(other))!.lasting)
      }
    })
  }
})

test.group('Seeding', () => {
  test('fills an empty gallery once, however many do it at once and how often', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = new SeedBuiltIn(connection, await app.container.make(Accounts))
    const inserted = await Promise.all([seed.run(), seed.run(), seed.run(), seed.run()])
    assert.deepEqual(inserted.sort(), [0, 0, 0, 8])
    assert.equal(await seed.run(), 0)
    const rows = await connection.from('characters').select('*')
    assert.sameMembers(
      rows.map(({ name }) => name),
      eight.map(({ name }) => name)
    )
    assert.lengthOf(new Set(rows.map(({ created_by }) => created_by)), 1)
    const owner = await connection.from('users').where('id', rows[0].created_by).firstOrFail()
    assert.isNull(owner.password_hash)
    for (const { avatar } of rows) assert.isTrue((await pictureByFile(fileOf(avatar)))!.lasting)
    await close()
  })

  test('hangs a repainted picture in the place of the earlier one, and leaves any other picture', async ({
    assert,
  }) => {
    const { connection, close } = await emptyGallery()
    const seed = new SeedBuiltIn(connection, await app.container.make(Accounts))
    await seed.run()
    const set = (name: string, avatar: string) => connection.from('characters').where({ name }).update({ avatar })
    await set('Ninety', '/pictures/builtin/ninety-avatar-000000000000.svg')
    await set('Gerald of Ashby Moor', 'https://example.com/pictures/builtin/gerald-avatar.png')
    await seed.run()
    const rows = await connection.from('characters').select('name', 'avatar', 'background')
    const of = (name: string) => rows.find((row) => row.name === name)
    assert.equal(of('Ninety').avatar, pictureAddress('ninety-avatar'))
    assert.equal(of('Ninety').background, pictureAddress('ninety-background'))
    assert.equal(of('Gerald of Ashby Moor').avatar, 'https://example.com/pictures/builtin/gerald-avatar.png')
    await close()
  })

  test('leaves a gallery alone that has ever had a character', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    await putCharacters([{ deleted_at: '2026-01-01T00:00:00Z' }], connection)
    assert.equal(await new SeedBuiltIn(connection, await app.container.make(Accounts)).run(), 0)
    await close()
  })
})
