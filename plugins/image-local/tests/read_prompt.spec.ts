import { test } from '@japa/runner'
import { readPrompt } from '../src/reading/read_prompt.ts'

/** What was understood, in one line. */
const read = (prompt: string): string => {
  const { places, landmarks, time, weather, moods, somebody, isPortrait } = readPrompt(prompt)
  const people = somebody.map(({ role, species }) => [species, role].filter(Boolean).join('-'))
  return [isPortrait && 'portrait', ...people, ...landmarks, places[0], time, ...weather, ...moods]
    .filter(Boolean)
    .join(', ')
}

test.group('image-local | reading a prompt', () => {
  const cases: [prompt: string, understood: string][] = [
    ['a knight in a rainy neon city at night', 'knight, city, night, rain, neon'],
    ['Dragon over mountains at dawn', 'dragon, mountains, dawn'],
    ['portrait of a fox witch, autumn forest', 'portrait, fox-witch, forest, leaves'],
    ['a close-up of a young woman', 'portrait, woman'],
    ['a pirate ship', 'ship, sea'],
    ['a pirate on his ship', 'pirate, ship, sea'],
    ['a ship above the city, northern lights', 'ship, city, aurora'],
    ['a train on a bridge', 'train, bridge'],
    ['two wolves in the snow', 'wolf, snow'],
    ['a forest without people', 'forest'],
    ['🐉 🌊', 'dragon, sea'],
    ['👩🏽‍🚀', 'astronaut'],
    ['🧙‍♀️ 🕵️', 'witch, detective'],
    ['👨‍🍳 🌊', 'man, sea'],
    ['a black-and-white city', 'city, stark'],
    ['a neon and white city', 'city, neon'],
    ["the witch's cottage", 'house'],
    ['qwertz 12345', ''],
    ['', ''],
  ]
  for (const [prompt, understood] of cases) {
    test(`'${prompt}' is ${understood || 'nothing that it knows'}`, ({ assert }) => {
      assert.equal(read(prompt), understood)
    })
  }

  test('a colour of hair is no colour of the picture', ({ assert }) => {
    const { colours, hair } = readPrompt('a woman with red hair and blue eyes in a green field')
    assert.lengthOf(colours, 1)
    assert.isNotNull(hair)
  })

  test('names of objects in JavaScript are words like others', ({ assert }) => {
    for (const prompt of ['constructor', '__proto__', 'toString valueOf']) assert.isFalse(readPrompt(prompt).isKnown)
  })
})
