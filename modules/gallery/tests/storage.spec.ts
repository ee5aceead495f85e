import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { Client } from '#tests/support/client'
import { sharedStage } from '#tests/support/stage'
import { limits } from '../api.ts'
import { aDraft } from './support.ts'

const mebibyte = 1_048_576

/** A text that hardly compresses. It lacks letters of all forbidden words, and what looks like them. */
const noise = (length: number) =>
  randomBytes(length)
    .toString('base64')
    .slice(0, length)
    .replaceAll(/[os05]/gi, 'x')

test.group('The storage of a user', () => {
  test('counts the largest permitted character and its versions, and stops what adds to it when it is full', async ({
    assert,
  }) => {
    const { server } = await sharedStage('small')
    const [author, other] = [await new Client(server.url).register(), await new Client(server.url).register()]
    const create = async (by: Client, fields: object = {}) => by.post('/api/characters', { ...aDraft(), ...fields })
    const storage = async (by: Client) => (await by.get('/api/user/settings')).body.storage
    const id = (await create(author)).body.id as string
    assert.isBelow((await storage(author)).usedBytes, 10_000)

    const greetings = Array.from({ length: 160 }, () => noise(limits.firstMessageMax))
    const address = `/api/characters/${id}`
    assert.equal((await author.put(address, { alternateGreetings: greetings })).status, 200)
    const { usedBytes, bytesMax } = await storage(author)
    assert.equal(bytesMax, 8 * mebibyte)
    assert.isAbove(usedBytes, 5 * mebibyte)
    // The next version keeps this one, so it is the last.
    assert.equal((await author.put(address, { alternateGreetings: [] })).status, 200)
    assert.equal((await author.put(address, { alternateGreetings: greetings })).status, 200)
    assert.isAbove((await storage(author)).usedBytes, bytesMax)

    const theirs = (await create(other, { isPublic: true, allowForks: true })).body.id
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(await picture.png().toBuffer())]), 'a.png')
    const upload = await fetch(`${author.url}/api/uploads/images`, {
      method: 'POST',
      headers: { cookie: author.cookie },
      body: form,
    })
    const refused = [
      await author.put(address, { scenario: 'A pier.' }),
      await create(author),
      await author.post(`/api/characters/${theirs}/fork`),
      await author.post('/api/generate-image', { prompt: 'A pier' }),
    ]
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.code], [413, 'storage_full'], body.message)
      assert.match(body.message, /^Your storage is full: \d+ of 8 MB\./)
    }
    assert.deepEqual([upload.status, ((await upload.json()) as { code: string }).code], [413, 'storage_full'])
    // Fields outside of versions can change, and other users are not affected.
    assert.equal((await author.put(address, { isPublic: false })).status, 200)
    assert.equal((await create(other)).status, 201)
    assert.isBelow((await storage(other)).usedBytes, mebibyte)
  }).timeout(120_000)
})
