import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import type { CharacterSummary, Gallery } from '#modules/gallery/index'
import { PicturePreloads } from '../src/picture_preloads.ts'

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

/** Creates preloads with a gallery and a clock that the test controls. */
const preloads = (read: () => Promise<CharacterSummary[]>) => {
  const control = { reads: 0, timers: new AdjustableTimers() }
  const gallery = { mostPopular: () => ((control.reads += 1), read()) }
  return { control, pictures: new PicturePreloads(gallery as unknown as Gallery, control.timers) }
}

test.group('Picture preloads', () => {
  test('name the pictures of the character on the screen', async ({ assert }) => {
    const { pictures } = preloads(async () => [1, 2, 3, 4, 5].map((number) => character(number)))
    assert.equal(pictures.htmlFor('place', idOf(5)), '', 'the first request does not wait for the gallery')
    await turn()
    assert.include(pictures.htmlFor('place', idOf(5)), 'imagesrcset="/pictures/builtin/number5-background.webp?w=')
    assert.include(pictures.htmlFor('scene', idOf(4)), 'imagesizes="100vw"')
    for (const id of [idOf(9), 'nobody', '']) assert.equal(pictures.htmlFor('place', id), '', id)
  })

  test('leave out private and adult characters, pictures of other hosts and unsafe addresses', async ({ assert }) => {
    const { pictures } = preloads(async () => [
      character(1, { isPublic: false }),
      character(2, { isNsfw: true }),
      character(3, { avatar: 'https://elsewhere.example/a.png', background: null }),
      character(4, { avatar: '/pictures/a.webp"><script>', background: null }),
      character(5),
      character(6, { avatar: '/pictures/../api/logout', background: null }),
    ])
    pictures.htmlFor('place', idOf(5))
    await turn()
    for (const id of [1, 2, 3, 4, 6].map(idOf))
      for (const picture of ['place', 'scene'] as const) assert.equal(pictures.htmlFor(picture, id), '', id)
  })

  test('are refreshed after 30 seconds, and left out when the last successful read is too old', async ({ assert }) => {
    const linesFor = () => pictures.htmlFor('place', idOf(1))
    let isDown = true
    const { control, pictures } = preloads(async () => {
      if (isDown) throw new Error('The database is unavailable.')
      return [character(1)]
    })
    for (const _ of [1, 2, 3]) {
      assert.equal(linesFor(), '')
      await turn()
    }
    assert.equal(control.reads, 1)
    isDown = false
    await control.timers.advance(30_000)
    linesFor()
    await turn()
    assert.notEqual(linesFor(), '')
    isDown = true
    await control.timers.advance(200_000)
    assert.notEqual(linesFor(), '')
    await turn()
    await control.timers.advance(200_000)
    assert.equal(linesFor(), '')
    assert.equal(control.reads, 4)
  })
})
