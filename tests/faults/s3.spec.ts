import { test } from '@japa/runner'
import sharp from 'sharp'
import { makePng } from '#modules/cards/tests/support/index'
import { bringCard } from '#modules/cards/tests/support/bring_card'
import { fetchPicture, noisy, upload } from '#modules/imagegen/tests/support'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { engineFolder } from '#tests/support/engines'
import { startS3Store } from '#tests/support/s3_store'
import { startServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'

test.group('With an S3 store', () => {
  test('pictures and card files are stored, shown, and gone with the account', async ({ assert, cleanup }) => {
    const store = await startS3Store()
    cleanup(() => store.close())
    const server = await startServer({ env: store.env })
    cleanup(() => server.kill('SIGKILL'))
    const run = asking(server.databaseUrl)
    const user = await new Client(server.url).register()

    const { url } = (await upload(user, await noisy(1000, 800).png().toBuffer())).body
    const hash: string = /[0-9a-f]{64}/.exec(url)![0]
    const fileOf = (width: number) => `${hash.slice(0, 2)}/${hash}-${width}.webp`
    assert.deepEqual(store.files().sort(), [96, 192, 384, 768, 1536].map(fileOf).sort())
    const shown = await fetchPicture(server, url)
    assert.equal(shown.status, 200)
    assert.isBelow((await fetchPicture(server, `${url}?w=192`)).bytes.length, shown.bytes.length)
    // A width without a file is made from the widest one.
    store.remove(fileOf(192))
    assert.equal((await sharp((await fetchPicture(server, `${url}?w=192`)).bytes).metadata()).width, 192)
    assert.include(store.files(), fileOf(192))

    const card = makePng({ chara: { name: 'Mira', description: 'Mends nets.', first_mes: 'Hello.' } })
    const characterId = await bringCard(user, card, 'mira.png')
    const original = await fetch(`${server.url}/api/characters/${characterId}/original`, {
      headers: { cookie: user.cookie },
    })
    assert.isTrue(Buffer.from(await original.arrayBuffer()).equals(card))
    assert.lengthOf(
      store.files().filter((name) => name.startsWith(`originals/${user.user.id}/`)),
      1
    )

    const body = { currentPassword: 'correct horse' }
    assert.equal((await user.call('/api/user', { method: 'DELETE', body })).status, 200)
    await run(`UPDATE removed_pictures SET removed_at = now() - interval '11 minutes'`)
    await run(`UPDATE card_files SET unused_since = unused_since - interval '61 minutes'`)
    await server.control!.advance(600_000)
    await waitUntil(
      () => `the files are gone: ${store.files()}`,
      () => store.files().length === 0
    )
    assert.equal((await fetchPicture(server, url)).status, 404)
  }).skip(engineFolder('s3rver') === null, 'npm run test:engines installs s3rver')
})
