import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import * as contentRules from '#config/content_rules'
import {
  blankParts,
  checkEditedCharacter,
  checkNewCharacter,
  expressionsOf,
  limits,
  type CharacterAsset,
} from '../api.ts'
import { Gallery, type Viewer } from '../index.ts'
import { saveParts } from '../src/character_parts_table.ts'
import { checkCardCharacter } from '../src/domain/character_rules.ts'
import { toPartsRow } from '../src/domain/draft_rows.ts'
import { aDraft, aViewer, database, putCharacters } from './support.ts'

const address = 'https://pictures.example.test/face.png'
const face = (name: string, more: Partial<CharacterAsset> = {}): CharacterAsset => ({
  type: 'emotion',
  name,
  address,
  ...more,
})
const faces = (count: number) => Array.from({ length: count }, (_, n) => face(`face ${n}`))
const namesOf = (assets: readonly CharacterAsset[]) => expressionsOf(assets).map(({ name }) => name)

const problemsOf = (assets: unknown, before?: CharacterAsset[]) => {
  const checked = before
    ? checkEditedCharacter(contentRules, { assets }, { ...aDraft(), assets: before } as never)
    : checkNewCharacter(contentRules, { ...aDraft(), assets })
  return checked.ok ? [] : checked.failure.map(({ message }) => message)
}

test.group('The expressions of a character', () => {
  test('are its emotions, then RisuAI’s additional assets, with the names of files tidied', ({ assert }) => {
    const assets = [
      face('Night.webp', { type: 'x-risu-asset' }),
      face('icon', { type: 'icon' }),
      face('Joy.PNG'),
      face('very\nsad'),
    ]
    assert.deepEqual(namesOf(assets), ['Joy', 'very sad', 'Night'])
    assert.deepEqual(expressionsOf(assets)[0], { name: 'Joy', address })
  })

  test('begin with the default: the chosen one, a neutral one, or the first', ({ assert }) => {
    assert.deepEqual(namesOf([face('joy'), face('Neutral'), face('sad', { isDefault: true })]), [
      'sad',
      'joy',
      'Neutral',
    ])
    assert.deepEqual(namesOf([face('joy'), face('idle'), face('Neutral')]), ['Neutral', 'joy', 'idle'])
    assert.deepEqual(namesOf([face('joy'), face('sad')]), ['joy', 'sad'])
    assert.deepEqual(namesOf([]), [])
  })

  test('are at most 64 with different names of at most 40 characters, whatever a card has', ({ assert }) => {
    assert.lengthOf(namesOf(faces(limits.assetsMax)), 64)
    assert.deepEqual(namesOf([face('joy'), face('JOY'), face('joy.png'), face(''), face('.png')]), ['joy'])
    const [long] = namesOf([face('🦊'.repeat(limits.assetNameMax))])
    assert.equal(long, '🦊'.repeat(40))
  })

  test('may be 64 with names of 40 characters, and no more', ({ assert }) => {
    const most = Array.from({ length: 64 }, (_, n) => face(`${n}`.padEnd(2, '_') + '🦊'.repeat(38)))
    assert.isTrue(most.every(({ name }) => [...name].length === 40))
    assert.deepEqual(problemsOf(most), [])
    assert.deepEqual(problemsOf([...most, face('one more')]), ['A character may have at most 64 expressions.'])
    assert.deepEqual(problemsOf([face('x'.repeat(41))]), ['The name of an expression may have at most 40 characters.'])
    assert.deepEqual(problemsOf([face('joy'), face('Joy')]), [
      'Two expressions have the name “joy”. Rename one of them.',
    ])
    assert.lengthOf(problemsOf([face('joy', { isDefault: 'yes' as never })]), 1)
  })

  test('keep what a card brought, while its owner changes others', ({ assert }) => {
    const brought = [...faces(70), face('x'.repeat(50)), face('joy'), face('Joy')]
    assert.isTrue(checkCardCharacter(contentRules, { name: 'Mo', assets: brought }).ok)
    assert.deepEqual(problemsOf([{ ...brought[0], name: 'renamed' }, ...brought.slice(1)], brought), [])
    assert.deepEqual(problemsOf(brought.slice(1), brought), [])
    assert.lengthOf(problemsOf([...brought, face('more')], brought), 1)
    assert.lengthOf(problemsOf([...brought.slice(1), face('x'.repeat(41))], brought), 1)
    assert.lengthOf(problemsOf([...brought.slice(1), face('JOY')], brought), 1)
  })

  test('are read like the avatar: gated ones are null, and hidden characters are left out', async ({ assert }) => {
    const db = await database()
    const gallery = await app.container.make(Gallery)
    const ids = await putCharacters([{}, { is_nsfw: true }, { is_public: false }, {}])
    const [open, adult, hidden, plain] = ids as [string, string, string, string]
    for (const id of [open, adult, hidden])
      await db.transaction((trx) => saveParts(id, { ...toPartsRow(blankParts), assets: [face('joy')] }, trx))
    const read = (rights: Partial<Viewer> = {}) =>
      gallery.expressions(
        ids.map((id) => ({ id, version: null })),
        aViewer(rights)
      )
    const joy = [{ name: 'joy', address }]
    assert.deepEqual(
      await read(),
      new Map<string, unknown>([
        [open, joy],
        [adult, null],
        [plain, []],
      ]) as never
    )
    assert.deepEqual((await read({ limitlessEnabled: true })).get(adult), joy)
    assert.deepEqual((await read({ isAdmin: true })).get(hidden), joy)
    assert.equal((await gallery.expressions([], aViewer())).size, 0)
  })
})
