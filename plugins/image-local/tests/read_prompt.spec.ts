import { test } from '@japa/runner'
import { notDrawnLengthMax, notDrawnMax } from '../../contract/image.ts'
import { readPrompt } from '../src/read_prompt.ts'

/** Returns the understood parts of a prompt, in one line. Shows colours by their slot only. */
const read = (prompt: string): string => {
  const { isPortrait, looks } = readPrompt(prompt)
  const values = Object.entries(looks).map(([slot, value]) => (String(value).startsWith('#') ? slot : String(value)))
  return [isPortrait ? 'portrait' : 'place', ...values.sort()].join(', ')
}
const notDrawn = (prompt: string) => readPrompt(prompt).notDrawn.join(', ')

test.group('image-local | reading a prompt', () => {
  const understood: [prompt: string, understood: string][] = [
    ['a knight in a rainy neon city at night', 'portrait, cap, city, cloth, night, rain, serious'],
    ['a pirate in a forest', 'portrait, eyepatch, forest, hat'],
    ['a close-up of a young woman', 'portrait, woman, young'],
    ['an old man with a long white beard', 'portrait, full2, hair, man, old'],
    ['a woman with red hair and glasses in a green field', 'portrait, glasses2, hair, hue, meadow, woman'],
    ['a girl in a red dress, smiling', 'portrait, cloth, smile, woman, young'],
    ['a pale vampire', 'portrait, angryWithFang, cloth, night, skin'],
    ['two witches, one with short hair', 'portrait, cloth, forest, short, woman'],
    ['a bald cowboy', 'portrait, bald, cloth, desert'],
    ['a forest without people', 'place, forest'],
    ['a starry desert', 'place, desert, night'],
    ['🏰 🌊', 'place, castle, sea'],
    ['👩🏽‍🚀', 'portrait, cloth, space'],
    ['🧙‍♀️ 🕵️', 'portrait, cloth, forest, hat, suspicious, woman'],
    ["the witch's library", 'portrait, cloth, hat, room, woman'],
    ['a mountain lake with a boat', 'place, boat, lake'],
    ['a lake in the mountains', 'place, lake'],
    ['a fox and two cats', 'place, fox,cat'],
    ['a city street, one person with an umbrella', 'place, city, walker'],
    ['a person with an umbrella in a city street', 'portrait, city, walker'],
    ['blue and orange light', 'place, hue, secondHue'],
    ['qwertz 12345', 'place'],
    ['', 'place'],
  ]
  for (const [prompt, expected] of understood)
    test(`reads '${prompt}' as '${expected}'`, ({ assert }) => {
      assert.equal(read(prompt), expected)
    })

  const leftOut: [prompt: string, words: string][] = [
    ['A knight with a kangaroo', 'kangaroo'],
    ['a friendly gryphon', 'friendly, gryphon'],
    ['a man in a red coat with a coat hanger', 'hanger'],
    ['a woman in a wool coat', 'coat'],
    ['a castle, smiling, in a sword', 'smiling, sword'],
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
