import { test } from '@japa/runner'
import type { ModelPicture, ModelProvider } from '#plugins/contract/model'
import { promptOf } from '../prompts/build_prompt.ts'
import { choosePictures, pictureTokens, type ShownPicture, withPictures } from '../prompts/pictures.ts'
import { planPrompt } from '../prompts/plan_prompt.ts'
import type { PromptMessage } from '../prompts/prompt_input.ts'

const jpeg: ModelPicture = { type: 'image/jpeg', base64: 'YQ==' }

const message = (id: string, isUser = true): PromptMessage => ({ id, isUser, content: `Message ${id}` })
const picture = (messageId: string, alt = ''): ShownPicture => {
  return { messageId, file: `file of ${messageId}`, width: 1_000, height: 750, alt }
}
const tier = (changes: { vision?: boolean; picturesMax?: number; contextTokens?: number } = {}) => {
  const { vision = true, picturesMax = 8, contextTokens = 16_000 } = changes
  const provider = { picturesMax: () => picturesMax } as unknown as ModelProvider
  return { vision, provider, model: 'm', contextTokens, outputTokensMax: 500 }
}

const plan = (history: readonly PromptMessage[], contextTokens = 16_000) =>
  planPrompt({
    sheet: { name: 'Mo', description: '', personality: '', backstory: '', scenario: '' },
    persona: { name: 'Robin', description: '', personality: '', background: '' },
    pins: [],
    history,
    contextTokens,
    outputTokensMax: 500,
  })

test.group('Pictures of a prompt', () => {
  test('count by their pixels, at most those that a model gets', ({ assert }) => {
    assert.equal(pictureTokens({ width: 300, height: 250 }), 100)
    assert.equal(pictureTokens({ width: 1_000, height: 750 }), 1_000)
    assert.equal(pictureTokens({ width: 8_000, height: 8_000 }), 1_399)
  })

  test('leave it oldest first: by number, and by room', ({ assert }) => {
    const history = ['a', 'b', 'c'].map((id) => message(id))
    const shown = [picture('a'), picture('b'), picture('c')]
    const chosen = (of: ReturnType<typeof tier>) =>
      [...choosePictures(history, shown, of)].map((each) => each.messageId)
    assert.deepEqual(chosen(tier()), ['c', 'b', 'a'])
    assert.deepEqual(chosen(tier({ picturesMax: 2 })), ['c', 'b'])
    assert.deepEqual(chosen(tier({ contextTokens: 4_600 })), ['c', 'b'])
    // The newest one is sent, however small the context is.
    assert.deepEqual(chosen(tier({ contextTokens: 1_000 })), ['c'])
    assert.deepEqual(chosen(tier({ vision: false })), [])
    assert.deepEqual(chosen(tier({ picturesMax: 0 })), [])
  })

  test('come with the text of their message, and the others as words', ({ assert }) => {
    const history = [message('a'), message('b', false), message('c'), message('d')]
    const [old, undescribed, seen] = [picture('a', 'A <<sea>>'), picture('a'), picture('d', 'A lamp')]
    const files = new Map([[seen, jpeg]])
    const planned = plan(withPictures(history, [old, undescribed, seen], new Set([seen]), files))
    const { messages } = promptOf(planned)
    assert.deepEqual(messages, [
      { role: 'user', content: 'Message a\n[A picture: A < <sea>>]\n[A picture]' },
      { role: 'assistant', content: 'Message b' },
      { role: 'user', content: 'Message c\n\nMessage d', pictures: [jpeg] },
    ])
    const without = plan(history)
    assert.isAbove(planned.tokens, without.tokens + 1_000)
    // A preview counts them without their files.
    const preview = plan(withPictures(history, [old, undescribed, seen], new Set([seen])))
    assert.equal(preview.tokens, planned.tokens)
    assert.notProperty(promptOf(preview).messages.at(-1)!, 'pictures')
  })

  test('give their message words when it has no text', ({ assert }) => {
    const history = [{ ...message('a'), content: '' }, message('b', false), { ...message('c'), content: '' }]
    const [old, seen] = [picture('a', 'A sea'), picture('c')]
    const { messages } = promptOf(plan(withPictures(history, [old, seen], new Set([seen]), new Map([[seen, jpeg]]))))
    assert.deepEqual(messages, [
      { role: 'user', content: '[A picture: A sea]' },
      { role: 'assistant', content: 'Message b' },
      { role: 'user', content: '[A picture]', pictures: [jpeg] },
    ])
    // Its pictures were deleted.
    assert.isTrue(promptOf(plan(history)).messages.every(({ content }) => content !== ''))
  })

  test('make room as the text of their message does', ({ assert }) => {
    const history = [message('a'), message('b', false), message('c'), message('d', false), message('e')]
    const shown = [picture('c'), picture('e')]
    const planned = plan(withPictures(history, shown, new Set(shown)), 2_200)
    assert.deepEqual(
      planned.kept.map(({ message: { id } }) => id),
      ['a', 'd', 'e']
    )
  })
})
