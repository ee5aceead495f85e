import { test } from '@japa/runner'
import { localModeration } from '../index.ts'

const provider = localModeration({ forbiddenWords: ['gore', 'piss', 'scat', 'vore'] })
const judge = (text: string, isAdult = false) =>
  provider.judge({ texts: ['Hello.', text], pictures: [], isAdult }, new AbortController().signal)

test.group('moderation-local | forbidden words', () => {
  test('finds the spelling: {$self}')
    .with([
      'gore',
      'Full of GORE!',
      'g0re',
      'g0r3',
      '9ore',
      'gоre', // a Cyrillic о
      'ɡore', // a Latin script g
      'ｇｏｒｅ',
      '𝐠𝐨𝐫𝐞',
      'ⓖⓞⓡⓔ',
      '🅖🅞🅡🅔',
      'góre',
      'g\u200bo\u200br\u200be',
      'g\u00adore',
      'g o r e',
      'G.O.R.E.',
      'g - o - r - e',
      'g_o_r_e',
      'goooore',
      '"gore"',
      '(gore)',
    ])
    .run(async ({ assert }, text) => {
      assert.deepEqual(await judge(text), { categories: ['forbidden_words'], words: ['gore'] })
    })

  test('names each word of the list once', async ({ assert }) => {
    const { words } = await judge('p1ss, v0re and PISS; $cat')
    assert.deepEqual(words, ['piss', 'scat', 'vore'])
  })

  test('passes: {$self}')
    .with([
      'Gregory',
      'category',
      'allegory',
      'carnivore',
      'scatter',
      'It’s cat food.',
      'skateboard',
      'Tant pis.',
      'Big ore, go red.',
      'gor e',
      'Игорь',
      '血と砂',
      '',
    ])
    .run(async ({ assert }, text) => {
      assert.deepEqual(await judge(text), { categories: [] })
    })

  test('judges the longest texts in linear time', async ({ assert }) => {
    for (const unit of ['p', 's', 'g o r ', 'о', '5', 'pisssss', '-'])
      assert.deepEqual((await judge(unit.repeat(Math.ceil(400_000 / unit.length)) + 'x')).categories, [])
  })
})

test.group('moderation-local | stated ages', () => {
  test('finds an age under 18 in content for adults only: {$self}')
    .with(['Age: 17', 'aged 17', 'She is 17 years old.', 'a 17-year-old', '17yo', 'age=17'])
    .run(async ({ assert }, text) => {
      assert.deepEqual(await judge(text, true), { categories: ['minor_age'] })
      assert.deepEqual(await judge(text, false), { categories: [] })
    })

  test('passes: {$self}')
    .with(['Age: 18', 'Age: 300', '117 years old', 'She has 10 years of experience.', 'Age 0', 'page 12', '12 swords'])
    .run(async ({ assert }, text) => {
      assert.deepEqual(await judge(text, true), { categories: [] })
    })
})
