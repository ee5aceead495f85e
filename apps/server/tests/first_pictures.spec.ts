import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { CharacterSummary } from '#modules/gallery/index'
import { FirstPictures } from '../src/first_pictures.ts'

const idOf = (number: number) => `0198c5a6-0000-7000-8000-00000000000${number}`
const character = (number: number, more: Partial<CharacterSummary> = {}) =>
  ({
    id: idOf(number),
    isPublic: true,
    isNsfw: false,
    avatar: `/pictures/builtin/number${number}-avatar.webp`,
    background: `/pictures/builtin/number${number}-background.webp`,
    ...more,
  }) as CharacterSummary

/** What is read, and what time it is, in the hands of a test. */
const given = (read: () => Promise<CharacterSummary[]>) => {
  const asked = { times: 0, now: 1_000_000 }
  const gallery = { mostPopular: () => ((asked.times += 1), read()) }
  return { asked, pictures: new FirstPictures(gallery, () => asked.now) }
}

test.group('The pictures that a page names', () => {
  test('are those of the character whom it shows', async ({ assert }) => {
    const { pictures } = given(async () => [1, 2, 3, 4, 5].map((number) => character(number)))
    const place = `/chat/${idOf(5)}`
    assert.equal(pictures.linesFor(place), '', 'nothing is known yet, and nothing is waited for')
    await turn()
    assert.include(pictures.linesFor(place), 'imagesrcset="/pictures/builtin/number5-background.webp?w=')
    assert.include(pictures.linesFor(`/chat/${idOf(5)}?session=${idOf(1)}`), 'number5-background.webp')
    assert.include(pictures.linesFor(`/character/${idOf(4)}`), 'imagesizes="100vw"')
    for (const other of ['/', '/?category=Anime', '/settings', `/chat/${idOf(9)}`, '/chat/nobody'])
      assert.equal(pictures.linesFor(other), '', other)
  })

  test('are nobody’s who is private or adult, and none that others serve or that are no plain address', async ({
    assert,
  }) => {
    const { pictures } = given(async () => [
      character(1, { isPublic: false }),
      character(2, { isNsfw: true }),
      character(3, { avatar: 'https://elsewhere.example/a.png', background: null }),
      character(4, { avatar: '/pictures/a.webp"><script>', background: null }),
      character(5),
      character(6, { avatar: '/pictures/../api/logout', background: null }),
    ])
    pictures.linesFor(`/chat/${idOf(5)}`)
    await turn()
    for (const address of [1, 2, 3, 4, 6].flatMap((id) => [`/chat/${idOf(id)}`, `/character/${idOf(id)}`]))
      assert.equal(pictures.linesFor(address), '', address)
  })

  test('are read now and then, and left out when that fails or was long ago', async ({ assert }) => {
    const chat = `/chat/${idOf(1)}`
    let isAway = true
    const { asked, pictures } = given(async () => {
      if (isAway) throw new Error('The database is away.')
      return [character(1)]
    })
    for (const _ of [1, 2, 3]) {
      assert.equal(pictures.linesFor(chat), '')
      await turn()
    }
    assert.equal(asked.times, 1)
    isAway = false
    asked.now += 30_000
    pictures.linesFor(chat)
    await turn()
    assert.notEqual(pictures.linesFor(chat), '')
    isAway = true
    asked.now += 200_000
    assert.notEqual(pictures.linesFor(chat), '')
    await turn()
    asked.now += 200_000
    assert.equal(pictures.linesFor(chat), '')
    assert.equal(asked.times, 4)
  })
})
