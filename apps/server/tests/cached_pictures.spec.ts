import { test } from '@japa/runner'
import { readBuiltInSet } from '#modules/gallery/src/built_in/content'
import { markToken } from '#modules/gallery/src/marks/mark_address'
import { plain, upload } from '#modules/imagegen/tests/support'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'

const forever = 'public, max-age=31536000, immutable'
const minutes = 'public, max-age=300'
const never = 'no-store'

test.group('The headers of pictures', () => {
  test('are the same for visitors and users, and tell a CDN what to keep', async ({ assert }) => {
    const { url } = await sharedServer()
    const user = await new Client(url).register()
    const { url: uploaded } = (await upload(user, await plain(120, 90).png().toBuffer())).body
    const hash = /[0-9a-f]{64}/.exec(uploaded)![0]
    const [eight, fifty] = [readBuiltInSet('eight')[0]!.avatar!, readBuiltInSet('fifty')[0]!.avatar!]
    const unhashed = eight.replace(/-[0-9a-f]{12}(?=\.webp$)/, '')
    assert.notEqual(unhashed, eight)
    const mark = `/pictures/mark/${markToken('Mo Vale')}`
    const earlier = '/pictures/drawn/100000aaaaaaaaaaaaaa'

    for (const [path, status, cacheControl] of [
      [uploaded, 200, forever],
      [`${uploaded}?w=96`, 200, forever],
      [eight, 200, forever],
      [`${eight}?w=96`, 200, forever],
      [unhashed, 200, minutes],
      [fifty, 200, forever],
      [fifty.replace(/\.svg$/, '.png'), 200, forever],
      [`${mark}.svg`, 200, forever],
      [`${mark}.png`, 200, forever],
      [`${earlier}.svg`, 200, minutes],
      [`${earlier}.png`, 200, minutes],
      // There are no such pictures, perhaps not yet.
      [`/pictures/uploads/${'0'.repeat(64)}.webp`, 404, never],
      [`${uploaded}?w=97`, 404, never],
      ['/pictures/builtin/nobody-avatar.webp', 404, never],
      ['/pictures/mark/nothing.svg', 404, never],
      // A purge names the addresses of a picture, so there are no others.
      [`${uploaded}?`, 404, never],
      [`${uploaded}?v=1`, 404, never],
      [`${uploaded}?w=96&v=1`, 404, never],
      [`${uploaded}?w=096`, 404, never],
      [`${uploaded}/`, 404, never],
      [uploaded.replace(hash, `%${hash.charCodeAt(0).toString(16)}${hash.slice(1)}`), 404, never],
      [uploaded.replace('/uploads/', '/uploads//'), 404, never],
      [uploaded.replace('/uploads/', '/%75ploads/'), 404, never],
    ] as const) {
      const answers = await Promise.all(
        [undefined, user.cookie].map((cookie) => fetch(url + path, { headers: cookie ? { cookie } : {} }))
      )
      const [byVisitor, byUser] = answers.map(({ status, headers }) => {
        const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
        return { status, headers: rest }
      })
      assert.deepEqual(byUser, byVisitor, path)
      const { headers, status: actual } = byVisitor!
      assert.equal(actual, status, path)
      assert.equal(headers['cache-control'], cacheControl, path)
      assert.notProperty(headers, 'set-cookie', path)
      // Only SVG is compressed on the way.
      assert.equal(
        headers.vary,
        status === 200 && path.endsWith('.svg') && path !== fifty ? 'Accept-Encoding' : undefined,
        path
      )
      for (const answer of answers) await answer.body?.cancel()
    }
  })
})
