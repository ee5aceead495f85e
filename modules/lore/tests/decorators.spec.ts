import { test } from '@japa/runner'
import type { EntryFields } from '../src/domain/entry.ts'
import { readDecorators } from '../src/engine/decorators.ts'
import { emptyState, type LoreState } from '../src/engine/types.ts'
import { book, chat, entry, run, whyLeft, type Partly } from './engine_support.ts'

const decorated = (content: string, fields: Partial<EntryFields> = {}) =>
  entry('a', { constant: true, ...fields, content })

/** Returns why the entry is left out, or null if it is used. */
const out = (content: string, rest: Partly = {}, fields: Partial<EntryFields> = {}) =>
  whyLeft({ entries: [decorated(content, fields)], ...rest }, 'a')?.kind ?? null

const answers = (count: number) => ({ context: { answers: count } })

test.group('Decorators', () => {
  test('are the lines at the start of the text, which leave it', ({ assert }) => {
    const { decorators, text } = readDecorators('@@depth 3\r\n@@ROLE assistant\n@@is_greeting 0\nHello.\n@@depth 5')
    assert.deepEqual(decorators, { depth: 3, role: 'assistant', greeting: 0 })
    assert.equal(text, 'Hello.\n@@depth 5')
    assert.deepEqual(readDecorators('Hello.\n@@depth 5'), { decorators: {}, text: 'Hello.\n@@depth 5' })
    assert.deepEqual(readDecorators('@@activate'), { decorators: { activate: true }, text: '' })
  })

  test('leave the prompt when they are unknown, without an effect', ({ assert }) => {
    assert.deepEqual(readDecorators('@@toString\n@@made_up 7\nHello.'), { decorators: {}, text: 'Hello.' })
  })

  test('stay in the text when the line is no decorator', ({ assert }) => {
    for (const text of ['@@ depth 3', '@@@@depth 3', '@depth 3', '@@', '@@3'])
      assert.deepEqual(readDecorators(text), { decorators: {}, text })
  })

  test('count once: the first of a name', ({ assert }) => {
    assert.deepEqual(readDecorators('@@depth 3\n@@depth 9\nx').decorators, { depth: 3 })
  })

  for (const [title, lines, depth] of [
    ['the decorator is unknown', '@@made_up\n@@@depth 3', 3],
    ['its value has no meaning', '@@role king\n@@@depth 3', 3],
    ['it counts in tokens', '@@instruct_depth 100\n@@@depth 3', 3],
    ['five of a chain are unknown', '@@u1\n@@@u2\n@@@u3\n@@@u4\n@@@u5\n@@@depth 3\n@@@depth 8', 3],
  ] as const)
    test(`use the fallback when ${title}`, ({ assert }) => {
      assert.deepEqual(readDecorators(`${lines}\ntext`), { decorators: { depth }, text: 'text' })
    })

  test('ignore the fallback when the decorator is known, or there is none above', ({ assert }) => {
    assert.deepEqual(readDecorators('@@activate\n@@@depth 3\nx').decorators, { activate: true })
    assert.deepEqual(readDecorators('@@@depth 3\nx'), { decorators: {}, text: 'x' })
  })

  test('are at most a hundred', ({ assert }) => {
    const { text } = readDecorators('@@unknown\n'.repeat(101))
    assert.equal(text, '@@unknown\n')
  })

  test('activate wins over dont_activate, and dont_activate over constant', ({ assert }) => {
    assert.isNull(out('@@dont_activate\n@@activate\nx', {}, { constant: false }))
    assert.equal(out('@@dont_activate\nx'), 'never')
  })

  test('activate_only_after waits for that many answers', ({ assert }) => {
    assert.equal(out('@@activate_only_after 3\nx', answers(2)), 'turn')
    assert.isNull(out('@@activate_only_after 3\nx', answers(3)))
    assert.equal(out('@@activate_only_after 1\nx', { messages: chat('question') }), 'turn')
    assert.isNull(out('@@activate_only_after 1\nx', { messages: chat('question', 'answer') }))
  })

  test('activate_only_every is in when the number divides the answers', ({ assert }) => {
    const turns = [1, 2, 3, 4, 5, 6].filter((count) => out('@@activate_only_every 3\nx', answers(count)) === null)
    assert.deepEqual(turns, [3, 6])
    assert.isNull(out('@@activate_only_every 0\nx', answers(5)))
  })

  const later = (content: string, last: string, state: LoreState) =>
    run({
      entries: [decorated(content, { constant: false, keys: ['dragon'] })],
      messages: chat('no', 'no', last),
      state,
    })

  test('keep_activate_after_match is always in once used', ({ assert }) => {
    const first = run({
      entries: [decorated('@@keep_activate_after_match\nx', { constant: false, keys: ['dragon'] })],
      messages: chat('dragon'),
    })
    assert.lengthOf(first.used, 1)
    const second = later('@@keep_activate_after_match\nx', 'no', first.state)
    assert.deepEqual(second.used[0]!.because, { kind: 'kept' })
    assert.isEmpty(later('@@keep_activate_after_match\nx', 'no', emptyState).used)
  })

  test('dont_activate_after_match is never in again', ({ assert }) => {
    const content = '@@dont_activate_after_match\nx'
    const entries = [decorated(content, { constant: false, keys: ['dragon'] })]
    const first = run({ entries, messages: chat('dragon') })
    assert.lengthOf(first.used, 1)
    assert.deepEqual(later(content, 'dragon', first.state).left[0]!.because, { kind: 'used_before' })
    // A reroll of the first use still uses the entry.
    assert.lengthOf(run({ entries, messages: chat('dragon'), state: first.state }).used, 1)
  })

  for (const [lines, place] of [
    ['@@depth 2', { kind: 'at_depth', depth: 2, role: 'system' }],
    ['@@depth 0\n@@role assistant', { kind: 'at_depth', depth: 0, role: 'assistant' }],
    ['@@reverse_depth 1\n@@role user', { kind: 'reverse_depth', depth: 1, role: 'user' }],
    ['@@position after_desc', { kind: 'after_char' }],
    ['@@position before_desc', { kind: 'before_char' }],
    ['@@position personality\n@@depth 3', { kind: 'after_personality' }],
    ['@@position scenario', { kind: 'after_scenario' }],
    ['@@position constructor', { kind: 'note_top' }],
  ] as const)
    test(`place the text: ${lines.replace('\n', ' and ')}`, ({ assert }) => {
      const { used } = run({ entries: [decorated(`${lines}\nx`, { position: 'note_top' })] })
      assert.deepEqual([used[0]!.place, used[0]!.content], [place, 'x'])
    })

  test('scan_depth says how many messages are read', ({ assert }) => {
    const messages = chat('dragon', 'no', 'no')
    const keyed = { constant: false, keys: ['dragon'] }
    assert.isNull(out('@@scan_depth 3\nx', { messages }, keyed))
    assert.equal(out('x', { messages }, keyed), 'no_key_found')
  })

  test('additional_keys need one more key, exclude_keys none', ({ assert }) => {
    const keyed = { constant: false, keys: ['dragon'] }
    const on = (content: string, text: string) => out(content, { messages: chat(text) }, keyed)
    assert.equal(on('@@additional_keys red, blue\nx', 'dragon'), 'further_keys')
    assert.isNull(on('@@additional_keys red, blue\nx', 'blue dragon'))
    assert.equal(on('@@exclude_keys red,blue\nx', 'blue dragon'), 'excluded_key')
    assert.isNull(on('@@exclude_keys red,blue\nx', 'dragon'))
  })

  test('is_greeting and is_user_icon use the entry only for that greeting or icon', ({ assert }) => {
    assert.isNull(out('@@is_greeting 1\nx', { context: { greeting: 1 } }))
    assert.equal(out('@@is_greeting 1\nx', { context: { greeting: 0 } }), 'greeting')
    assert.equal(out('@@is_greeting 0\nx'), 'greeting')
    assert.isNull(out('@@is_user_icon Red Ann\nx', { context: { userIcon: 'Red Ann' } }))
    assert.equal(out('@@is_user_icon Red Ann\nx', { context: { userIcon: 'Ann' } }), 'user_icon')
  })

  test('ignore_on_max_context goes first when the budget is short', ({ assert }) => {
    const entries = [
      decorated('@@ignore_on_max_context\none two', { order: 900 }),
      entry('b', { constant: true, content: 'one two', order: 1 }),
    ]
    const countTokens = (text: string) => text.split(' ').length
    const within = (tokens: number) =>
      run({ entries, budget: { tokens, countTokens } }).used.map(({ entryId }) => entryId)
    assert.deepEqual(within(4), ['b', 'a'])
    assert.deepEqual(within(3), ['b'])
  })

  test('disable_ui_prompt names the text of the card that goes', ({ assert }) => {
    const dropped = (content: string) => run({ entries: [decorated(content)] }).droppedPrompts
    assert.deepEqual(dropped('@@disable_ui_prompt system_prompt\nx'), ['system_prompt'])
    assert.deepEqual(dropped('@@disable_ui_prompt post_history_instructions\nx'), ['post_history_instructions'])
    assert.deepEqual(dropped('@@disable_ui_prompt everything\nx'), [])
    assert.deepEqual(dropped('@@disable_ui_prompt system_prompt\n@@dont_activate\nx'), [])
    const others = [book([decorated('@@disable_ui_prompt system_prompt\nx')], { origin: 'chat' })]
    assert.deepEqual(run({ books: others }).droppedPrompts, [])
  })
})
