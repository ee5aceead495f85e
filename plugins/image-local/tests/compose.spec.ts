import { test } from '@japa/runner'
import { compose } from '../src/compose.ts'
import { Dice } from '../src/craft/dice.ts'
import * as lists from '../src/reading/vocabulary.ts'

const svgOf = (prompt: string, seed = 'a', isFlat = false): string =>
  compose(prompt, '3:2', new Dice(seed), isFlat).toSvg(150, 100)

test.group('image-local | compose', () => {
  test('every name that is known can be painted, and needs no more than its share of work', ({ assert }) => {
    const { places, landmarks, times, weathers, moods, species, roles } = lists
    let at = 0
    for (const list of [places, landmarks, times, weathers, moods, species, roles]) {
      for (const words of Object.values(list)) {
        const word = words.split(' ')[0]!
        for (const prompt of [`a ${word}`, `portrait of a ${word}`]) {
          const svg = svgOf(prompt, String(at), at++ % 2 === 1)
          assert.notMatch(svg, /NaN|undefined|Infinity/, prompt)
          assert.isBelow(svg.length, 3_000_000, prompt)
        }
      }
    }
  })

  test('nothing of what was written is in it', ({ assert }) => {
    const svg = svgOf('"></svg><script>zebracorn</script><image href="http://zebracorn.test/"/> a castle & a dragon')
    assert.notMatch(svg, /zebracorn|script|href="http|<image|&(?!amp;)/)
  })

  test('the work does not grow with what is written', ({ assert }) => {
    const few = svgOf('castle dragon knight rain night forest')
    const many = svgOf('castle dragon knight rain night forest '.repeat(5000))
    assert.isBelow(many.length, few.length * 3)
  })

  test('chance and words lead it, and nothing else', ({ assert }) => {
    assert.equal(svgOf('a lake at dawn', 'b'), svgOf('a lake at dawn', 'b'))
    assert.notEqual(svgOf('a lake at dawn', 'b'), svgOf('a lake at dawn', 'c'))
    assert.notEqual(svgOf('a lake at dawn', 'b'), svgOf('a lake at night', 'b'))
  })
})
