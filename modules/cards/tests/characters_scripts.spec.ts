import { test } from '@japa/runner'
import { scriptLimits } from '#modules/gallery/api'
import { CardFields } from '../formats/characters/card_fields.ts'
import { ReadingNotes } from '../formats/characters/reading_notes.ts'
import { readRegexScripts } from '../formats/characters/regex_scripts.ts'

/** As SillyTavern writes it. */
const tavern = (more: Record<string, unknown> = {}) => ({
  id: 'd3f7',
  scriptName: 'Moods',
  findRegex: '/<mood>(.*?)<\\/mood>/g',
  replaceString: '*$1*',
  trimStrings: [],
  placement: [2],
  disabled: false,
  markdownOnly: true,
  promptOnly: false,
  runOnEdit: true,
  substituteRegex: 0,
  minDepth: null,
  maxDepth: null,
  ...more,
})

const read = (...scripts: unknown[]) => {
  const notes = new ReadingNotes()
  const found = readRegexScripts(new CardFields({ regex_scripts: scripts as never }, ['extensions'], notes), notes)
  return { scripts: found, kept: notes.kept }
}

test.group('Regex scripts of cards', () => {
  test('are read as SillyTavern writes them', ({ assert }) => {
    const { scripts, kept } = read(
      tavern(),
      tavern({
        scriptName: 'Old',
        placement: [1, 2, 5],
        markdownOnly: false,
        trimStrings: ['"'],
        minDepth: 4,
        maxDepth: -1,
      }),
      tavern({ markdownOnly: true, promptOnly: true, substituteRegex: 2 }),
      tavern({ markdownOnly: false, promptOnly: true })
    )
    assert.deepEqual(scripts[0], {
      name: 'Moods',
      find: '/<mood>(.*?)<\\/mood>/g',
      replace: '*$1*',
      trim: [],
      of: ['character'],
      where: 'display',
      fills: 'none',
      minDepth: null,
      maxDepth: null,
    })
    assert.deepInclude(scripts[1], {
      of: ['user', 'character'],
      where: 'both',
      trim: ['"'],
      minDepth: 4,
      maxDepth: null,
    })
    assert.deepInclude(scripts[2], { where: 'both', fills: 'escaped' })
    assert.equal(scripts[3]!.where, 'prompt')
    assert.deepEqual(kept, [])
  })

  test('are only kept when they can’t run, and the report says why')
    .with([
      [tavern({ disabled: true }), 'switched off'],
      [tavern({ findRegex: '' }), 'without a pattern'],
      [tavern({ placement: [5, 6] }), 'changes no messages'],
      [tavern({ findRegex: 'x'.repeat(scriptLimits.patternMax + 1) }), 'more than 2,000 characters'],
      [tavern({ replaceString: 'x'.repeat(scriptLimits.replacementMax + 1) }), 'more than 8,000 characters'],
      [tavern({ trimStrings: Array(scriptLimits.trimsMax + 1).fill('x') }), 'too much to trim'],
      ['text', 'not a script'],
    ] as [unknown, string][])
    .run(({ assert }, [script, why]) => {
      const { scripts, kept } = read(script)
      assert.deepEqual(scripts, [])
      assert.lengthOf(kept, 1)
      assert.include(kept[0], why)
    })

  test('are at most fifty, each as long as the limits', ({ assert }) => {
    const longest = tavern({
      findRegex: 'f'.repeat(scriptLimits.patternMax),
      replaceString: 'r'.repeat(scriptLimits.replacementMax),
    })
    const { scripts, kept } = read(...Array.from({ length: scriptLimits.scriptsMax + 1 }, () => longest))
    assert.lengthOf(scripts, scriptLimits.scriptsMax)
    assert.lengthOf(kept, 1)
    assert.include(kept[0], 'at most 50 scripts run')
  })
})
