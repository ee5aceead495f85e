import { test } from '@japa/runner'
import { notDrawnLengthMax, notDrawnMax } from '../../contract/image.ts'
import { readPrompt } from '../src/prompt/read_prompt.ts'

/** What was understood, in one line. */
const read = (prompt: string): string => {
  const { kind, traits, looks } = readPrompt(prompt)
  const { showsFace: _showsFace, pose: _pose, ...shown } = looks
  const values = [
    ...Object.values(traits),
    ...Object.entries(shown).map(([key, value]) =>
      Array.isArray(value) ? key : typeof value === 'number' ? 'hue' : String(value)
    ),
  ]
  return [kind, ...values.filter(Boolean)].join(', ')
}
const notDrawn = (prompt: string) => readPrompt(prompt).notDrawn.join(', ')

test.group('image-local | reading a prompt', () => {
  const understood: [prompt: string, understood: string][] = [
    ['a knight in a rainy neon city at night', 'portrait, knight, city, rain'],
    ['portrait of a fox witch, forest', 'portrait, fox, feminine, witch, forest'],
    ['a close-up of a young woman', 'portrait, feminine, young'],
    ['a pirate in a harbour', 'portrait, pirate, harbour'],
    ['a witch with a hat', 'portrait, feminine, witch, pointedHat'],
    ['an old man with a long white beard', 'portrait, masculine, old, hairColour, full'],
    ['a woman with red hair and blue eyes in a green field', 'portrait, feminine, meadow, hairColour, eyes, hue'],
    ['a girl in a red dress, smiling', 'portrait, feminine, young, cloth, gown, smiling'],
    ['a pale vampire', 'portrait, vampire, skin'],
    ['two wolves in the snow', 'portrait, wolf, snow'],
    ['a forest without people', 'place, forest'],
    ['a starry desert', 'place, desert, stars'],
    ['🐉 🌊', 'portrait, dragon, coast'],
    ['👩🏽‍🚀', 'portrait, astronaut'],
    ['🧙‍♀️ 🕵️', 'portrait, witch'],
    ["the witch's library", 'portrait, feminine, witch, library'],
    ['qwertz 12345', 'place'],
    ['', 'place'],
  ]
  for (const [prompt, expected] of understood)
    test(`reads '${prompt}' as '${expected}'`, ({ assert }) => {
      assert.equal(read(prompt), expected)
    })

  const leftOut: [prompt: string, words: string][] = [
    ['a knight with a parrot and a sword', 'parrot'],
    ['a castle with a sword', 'sword'],
    ['a robot with red hair, smiling', 'red, smiling'],
    ['a knight and a dragon and a robot', 'robot'],
    ['a library under the moon', 'moon'],
    ['a forest and a desert', 'desert'],
    ['a woman without a hat', ''],
    ['a smiling woman with a smile', ''],
    ['<b>zork</b> constructor __proto__', 'b, zork, constructor, proto'],
  ]
  for (const [prompt, words] of leftOut)
    test(`leaves out '${words}' of '${prompt}'`, ({ assert }) => {
      assert.equal(notDrawn(prompt), words)
    })

  test('bounds the words that it reports', ({ assert }) => {
    const words = Array.from({ length: 100 }, (_, n) => `zq${'x'.repeat(n)}`)
    const reported = readPrompt(words.join(' ')).notDrawn
    assert.lengthOf(reported, notDrawnMax)
    for (const word of reported) assert.isAtMost(word.length, notDrawnLengthMax)
  })
})
