import { test } from '@japa/runner'
import { ThinkingFilter } from '../thinking_filter.ts'

interface Read {
  text: string
  thought: string
  retractions: number
}

/** Reads a text in these pieces. A retraction removes the text so far. */
const read = (pieces: readonly string[], { isOpened = false, isWhole = true } = {}): Read => {
  const filter = new ThinkingFilter({ isOpened })
  const result: Read = { text: '', thought: '', retractions: 0 }
  const take = (text: string) => {
    if (filter.takeRetraction()) {
      result.retractions++
      result.text = ''
    }
    result.thought += filter.takeThought()
    result.text += text
  }
  for (const piece of pieces) take(filter.push(piece))
  take(filter.end(isWhole))
  return result
}

const blocks: Record<string, string> = {
  'DeepSeek, Qwen': '<think>plan</think>',
  attributes: '<think type="deep" n=1>plan</think >',
  thinking: '<thinking>plan</thinking>',
  'another closing tag': '<thinking>plan</think>',
  thought: '<thought>plan</thought>',
  reasoning: '<reasoning>plan</reasoning>',
  reflection: '<reflection>plan</reflection>',
  'upper case': '<THINK>plan</THINK>',
  'ByteDance Seed': '<seed:think>plan</seed:think>',
  'Anthropic’s tags': '<antThinking>plan</antThinking>',
  Magistral: '[THINK]plan[/THINK]',
  'Kimi-VL': '◁think▷plan◁/think▷',
  OpenThinker: '<|begin_of_thought|>plan<|end_of_thought|>\n<|begin_of_solution|>',
  'Command A': '<|START_THINKING|>plan<|END_THINKING|><|START_RESPONSE|>',
  harmony: '<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>',
  'harmony, without an end': '<|channel|>analysis<|message|>plan<|start|>assistant<|channel|>final<|message|>',
  'Gemma 4': '<|channel>thoughtplan<channel|>',
  MedGemma: '<unused94>thoughtplan<unused95>',
  'two blocks': '<think>pl</think>\n<thinking>an</thinking>',
}

test.group('contract | thinking filter', () => {
  for (const [vendor, block] of Object.entries(blocks))
    test(`separates a block, however it is split: ${vendor}`, ({ assert }) => {
      const said = `\n${block}\n\nYes <b>.`
      for (let cut = 0; cut <= said.length; cut++) {
        const { text, thought, retractions } = read([said.slice(0, cut), said.slice(cut)])
        assert.equal(text, 'Yes <b>.', `cut at ${cut}`)
        assert.match(thought.replace('<|start|>assistant', ''), /^plan$/, `cut at ${cut}`)
        assert.equal(retractions, 0)
      }
      assert.equal(read([...said]).text, 'Yes <b>.')
    })

  const orphans = [
    '</think>',
    '</thinking>',
    '</THINK>',
    '[/THINK]',
    '◁/think▷',
    '</seed:think>',
    '<|end_of_thought|>',
    '<|END_THINKING|>',
  ]
  for (const closing of orphans)
    test(`takes back the text before ${closing} without an opening mark, however it is split`, ({ assert }) => {
      const said = `plan [a] <b>${closing}\n\nYes.`
      for (let cut = 0; cut <= said.length; cut++) {
        const { text, thought } = read([said.slice(0, cut), said.slice(cut)])
        assert.equal(text, 'Yes.', `cut at ${cut}`)
        assert.isTrue('plan [a] <b>'.endsWith(thought), `cut at ${cut}: ${thought}`)
      }
    })

  test('takes reasoning back only within the first part of a text', ({ assert }) => {
    const read100 = (length: number) => read(['x'.repeat(length), '</think>Yes.']).text
    assert.equal(read100(100_000), 'Yes.')
    assert.equal(read100(100_001), 'x'.repeat(100_001) + '</think>Yes.')
  })

  test('leaves other texts as they are, however they are split')
    .with([
      'I <think>so</think>.',
      '<thinking aloud> I wave.',
      '<thinkers> wave.',
      '[The door opens.] Hello.',
      '[thinks] Hello.',
      '<b>Hello</b> [/b]',
      'a < b </ c',
      ' <',
      '<think',
      '◁ left',
      '<|im_start|>',
    ])
    .run(({ assert }, said) => {
      for (let cut = 0; cut <= said.length; cut++)
        assert.deepEqual(
          read([said.slice(0, cut), said.slice(cut)]),
          { text: said, thought: '', retractions: 0 },
          `cut at ${cut}`
        )
    })

  test('gives text at once that can’t be a mark', ({ assert }) => {
    const filter = new ThinkingFilter()
    assert.deepEqual(
      ['Hel', 'lo <', 'b', '> [x', '.'].map((piece) => filter.push(piece)),
      ['Hel', 'lo ', '<b', '> [x', '.']
    )
  })

  test('keeps an unclosed block to the end', ({ assert }) => {
    assert.deepEqual(read(['<think>pl', 'an </thin']), { text: '', thought: 'plan ', retractions: 0 })
  })

  test('holds the text of a model that is known to leave out the opening mark', ({ assert }) => {
    for (const said of ['plan</think>\n\nYes.', '<think>plan</think>Yes.'])
      assert.deepEqual(read([...said], { isOpened: true }), { text: 'Yes.', thought: 'plan', retractions: 0 })
  })

  test('gives that text at the end if the model has not thought, but not if it was cut', ({ assert }) => {
    assert.equal(read(['Yes', '.'], { isOpened: true }).text, 'Yes.')
    assert.equal(read(['plan', '.'], { isOpened: true, isWhole: false }).text, '')
  })
})
