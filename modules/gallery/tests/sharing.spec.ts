import { gunzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Replicas } from '#modules/kernel/replicas'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { newId } from '#modules/kernel/ids'
import { bootApp } from '#tests/support/app'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { beginningOf } from '../src/domain/beginning_of.ts'
import { Sitemap } from '../src/sharing/sitemap.ts'
import { aDraft, database, putCharacters } from './support.ts'

const hourMs = 60 * 60_000

test.group('A shared character', () => {
  test('has a preview for everyone, without the definition', async ({ assert }) => {
    const { url } = await sharedServer()
    const author = await new Client(url).register()
    const { body: made } = await author.post('/api/characters', {
      ...aDraft(),
      name: 'Mo Thwaite',
      description: '{{char}} mends nets.',
      firstMessage: '*{{Char}} looks up.* You again, {{user}}?\n\nSit down.',
      scenario: 'A quay.',
      avatarFocus: { x: 0.4, y: 0.7 },
    })
    const { status, body } = await new Client(url).get(`/api/characters/${made.id}/share`)
    assert.equal(status, 200)
    const { notice, ...preview } = body
    assert.match(notice, /Everything characters say is fiction\.$/)
    assert.deepEqual(preview, {
      id: made.id,
      name: 'Mo Thwaite',
      avatar: made.avatar,
      avatarFocus: { x: 0.4, y: 0.7 },
      background: made.background,
      category: 'General',
      tags: ['Sea'],
      likes: 0,
      messageCount: 0,
      creatorName: 'Robin',
      teaser: 'Mo Thwaite mends nets.',
      openingLine: '*Mo Thwaite looks up.* You again, stranger? Sit down.',
    })
  })

  test('returns 404 for private, adult, deleted and unknown ones, also to their owner', async ({ assert }) => {
    const { url, databaseUrl } = await sharedServer()
    const owner = await new Client(url).register()
    await asking(databaseUrl)(
      `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
      [owner.user.id]
    )
    const draft = async (fields: object) =>
      (await owner.post('/api/characters', { ...aDraft(), ...fields })).body.id as string
    const deleted = await draft({})
    await owner.call(`/api/characters/${deleted}`, { method: 'DELETE' })
    for (const id of [await draft({ isPublic: false }), await draft({ isNsfw: true }), deleted, newId()])
      for (const client of [owner, new Client(url)]) {
        const { status, body } = await client.get(`/api/characters/${id}/share`)
        assert.equal(status, 404)
        assert.deepEqual(body, { message: 'This character does not exist.', code: 'not_found' })
      }
  })

  test('has texts that end with a sentence or a whole word', ({ assert }) => {
    assert.equal(beginningOf(' A short\n\ntext. ', 40), 'A short text.')
    assert.equal(
      beginningOf('The first sentence is here. The second one is longer.', 40),
      'The first sentence is here.'
    )
    assert.equal(
      beginningOf('No. A first sentence that does not end before the limit', 30),
      'No. A first sentence that…'
    )
    assert.equal(beginningOf('🦊'.repeat(50), 10), `${'🦊'.repeat(9)}…`)
  })
})

test.group('The sitemap', () => {
  const idsIn = (xml: string) =>
    [...xml.matchAll(/<url><loc>https:\/\/facet\.example\/share\/([^<]+)<\/loc><\/url>/g)].map(([, id]) => id!)
  const open = async (addressesPerFile?: number) => {
    const app = await bootApp()
    const timers = new AdjustableTimers()
    const sitemap = new Sitemap(
      await app.container.make(Replicas),
      timers,
      { isOn: true, origin: 'https://facet.example' },
      addressesPerFile
    )
    const read = async (file: Buffer | null) => gunzipSync(file!).toString()
    return { sitemap, read, wait: (ms: number) => timers.advance(ms) }
  }
  const count = async () => {
    const { rows } = await (
      await database()
    ).rawQuery('SELECT count(*)::int AS count FROM characters WHERE is_public AND NOT is_nsfw AND deleted_at IS NULL')
    return rows[0].count as number
  }

  test('is one file with every public character that is not adult', async ({ assert }) => {
    const { sitemap, read } = await open()
    const [listed, hidden, adult, deleted] = await putCharacters([
      {},
      { is_public: false },
      { is_nsfw: true },
      { deleted_at: '2026-01-01T00:00:00.000Z' },
    ])
    const ids = idsIn(await read(await sitemap.root()))
    assert.include(ids, listed!)
    for (const id of [hidden, adult, deleted]) assert.notInclude(ids, id!)
    assert.equal(ids.length, await count())
  })

  test('is an index of files when there are too many addresses for one', async ({ assert }) => {
    await bootApp()
    await putCharacters([{}, {}, {}])
    const all = await count()
    const perFile = Math.ceil(all / 3)
    const { sitemap, read } = await open(perFile)
    const index = await read(await sitemap.root())
    const starts = [...index.matchAll(/<sitemap><loc>https:\/\/facet\.example\/sitemaps\/([^<]+)\.xml<\/loc>/g)]
    assert.lengthOf(starts, 3)
    const files = await Promise.all(starts.map(async ([, after]) => idsIn(await read(await sitemap.file(after!)))))
    for (const file of files) assert.isAtMost(file.length, perFile)
    assert.lengthOf(new Set(files.flat()), all)
    assert.isNull(await sitemap.file(newId()))
  })

  test('is read again after an hour', async ({ assert }) => {
    const { sitemap, read, wait } = await open()
    const before = idsIn(await read(await sitemap.root()))
    const [id] = await putCharacters([{}])
    await wait(hourMs - 1)
    assert.deepEqual(idsIn(await read(await sitemap.root())), before)
    await wait(1)
    assert.include(idsIn(await read(await sitemap.root())), id!)
  })
})
