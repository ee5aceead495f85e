import { test } from '@japa/runner'
import fc from 'fast-check'
import { peopleMin, publishable, type WaitingGroup } from '../src/statistics/publishable.ts'

interface Group extends WaitingGroup {
  /** All people, also those of large groups. */
  everyone: string[]
}

const group = (part: number, everyone: string[], isOld = false): Group => ({
  part,
  everyone,
  people: new Set(everyone).size,
  readers: new Set(everyone).size < peopleMin ? [...new Set(everyone)] : null,
  isOld,
})

/** Groups of up to eight of twelve people, so that neighbours share some. */
const groups = fc
  .array(
    fc.record({
      everyone: fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { minLength: 1, maxLength: 8 }),
      isOld: fc.boolean(),
    }),
    { maxLength: 12 }
  )
  .map((made) => made.map(({ everyone, isOld }, part) => group(part, everyone, isOld)))

const partsOf = (runs: readonly Group[][]) => runs.map((run) => run.map(({ part }) => part))
const people = (count: number, from = 0) => Array.from({ length: count }, (_, n) => String.fromCharCode(97 + from + n))

test.group('Publishable groups', () => {
  test('have five people, belong to one cell, and keep their order', ({ assert }) => {
    fc.assert(
      fc.property(groups, (waiting) => {
        const runs = publishable(waiting)
        for (const run of runs)
          assert.isAtLeast(new Set(run.flatMap(({ everyone }) => everyone)).size, peopleMin, JSON.stringify(run))
        const published = runs.flat()
        assert.lengthOf(new Set(published), published.length)
        assert.deepEqual(
          published.map(({ part }) => part),
          published.map(({ part }) => part).toSorted((a, b) => a - b)
        )
        // Each cell has other parts, so the cells of a day can't overlap.
        const rest = waiting.filter((each) => !published.includes(each))
        assert.isTrue(rest.every(({ people: count }) => count < peopleMin))
        if (runs.length > 0) assert.isTrue(rest.every(({ isOld }) => !isOld))
      }),
      { numRuns: 500 }
    )
  })

  test('wait alone, and join their neighbours once they are old', ({ assert }) => {
    assert.deepEqual(partsOf(publishable([group(1, people(4)), group(2, people(5))])), [[2]])
    assert.deepEqual(partsOf(publishable([group(1, people(4), true), group(2, people(5))])), [[1, 2]])
    assert.deepEqual(partsOf(publishable([group(1, people(5)), group(2, people(1), true)])), [[1, 2]])
    assert.deepEqual(partsOf(publishable([group(1, people(3), true), group(2, people(3, 3), true)])), [[1, 2]])
  })

  test('don’t count a person of two groups twice', ({ assert }) => {
    assert.deepEqual(publishable([group(1, people(3), true), group(2, people(3), true)]), [])
  })
})
