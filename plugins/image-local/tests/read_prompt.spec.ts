import { test } from '@japa/runner'
import { notDrawnLengthMax, notDrawnMax } from '../../contract/image.ts'
import { readPrompt } from '../src/prompt/read_prompt.ts'

/** Returns the understood parts of a prompt, in one line. */
const read = (prompt: string): string => {
  const { kind, traits, looks } = readPrompt(prompt)
  const { showsFace: _showsFace, ...shown } = looks
  const values = [
    ...Object.values(traits),
    ...Object.entries(shown).map(([key, value]) =>
      key === 'things' ? String(value) : Array.isArray(value) || typeof value === 'number' ? key : String(value)
    ),
  ]
  return [kind, ...values.filter(Boolean)].join(', ')
}
const notDrawn = (prompt: string) => readPrompt(prompt).notDrawn.join(', ')

test.group('image-local | reading a prompt', () => {
  const understood: [prompt: string, understood: string][] = [
    ['a knight in a rainy neon city at night', 'portrait, knight, city, rain, neon, night'],
    ['portrait of a fox witch, forest', 'portrait, fox, feminine, witch, forest'],
    ['a close-up of a young woman', 'portrait, feminine, 22'],
    ['a pirate in a harbour', 'portrait, pirate, harbour'],
    ['a witch with a hat', 'portrait, feminine, witch, pointedHat'],
    ['an old man with a long white beard', 'portrait, masculine, 72, long, hairColour'],
    ['a woman with red hair and blue eyes in a green field', 'portrait, feminine, meadow, hairColour, eyes, hue'],
    ['a girl in a red dress, smiling', 'portrait, feminine, 22, cloth, gown, smiling'],
    ['a pale vampire', 'portrait, vampire, skin'],
    ['two wolves in the snow', 'portrait, wolf, snow'],
    ['a forest without people', 'place, forest'],
    ['a starry desert', 'place, desert, stars'],
    ['🐉 🌊', 'portrait, dragon, coast'],
    ['👩🏽‍🚀', 'portrait, astronaut'],
    ['🧙‍♀️ 🕵️', 'portrait, witch'],
    ["the witch's library", 'portrait, feminine, witch, library'],
    ['a 61-year-old woman, aged well', 'portrait, feminine, 61'],
    ['a boy of 9 years with a kite', 'portrait, masculine, 9, kite'],
    ['a man aged 34 with glasses and a walking map', 'portrait, masculine, 34, round, map'],
    ['a stout man in his fifties, laughing, with a guitar', 'portrait, masculine, 55, stout, joyful, guitar'],
    ['a worried girl with dreadlocks and a pearl', 'portrait, feminine, 22, worried, locs, pearls'],
    ['a woman in a conical hat', 'portrait, feminine, coneHat'],
    ['a sleeping dragon', 'portrait, dragon, asleep'],
    ['an old lighthouse keeper', 'portrait, 72, keeper, coast, lighthouse'],
    ['a mountain lake with a boat', 'place, lake, boat'],
    ['a lake in the mountains', 'place, lake'],
    ['a city street, one person with an umbrella', 'place, street, walker'],
    ['a person with an umbrella in a city street', 'portrait, human, street, umbrella'],
    ['a robot of blue steel at sunrise', 'portrait, robot, hue, day'],
    ['qwertz 12345', 'place'],
    ['', 'place'],
  ]
  for (const [prompt, expected] of understood)
    test(`reads '${prompt}' as '${expected}'`, ({ assert }) => {
      assert.equal(read(prompt), expected)
    })

  const leftOut: [prompt: string, words: string][] = [
    ['a knight with a kangaroo and a sword', 'kangaroo'],
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
