import { test } from '@japa/runner'
import type { ChatContext } from '#modules/chat/api'
import type { Call } from '#tests/support/model_upstream'
import { accountOf, last, messagesOf, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'

const sentences = {
  English: 'The keeper lifts the lamp and squints. *She had not spoken to anyone in eleven winters.* "By sea?" ',
  Vietnamese:
    'Người giữ ngọn hải đăng đã không nói chuyện với ai suốt mười một mùa đông, bạn đến bằng đường biển sao? ',
  Chinese: '燈塔看守人已經十一個冬天沒有和任何人說話了，當陌生人敲門時，她幾乎認不出那個聲音。',
  Hindi: 'प्रकाशस्तंभ के रखवाले ने ग्यारह सर्दियों से किसी से बात नहीं की थी, और उसने आवाज़ को मुश्किल से पहचाना। ',
  Korean: '등대지기는 열한 번의 겨울 동안 누구와도 말하지 않았고, 낯선 사람이 문을 두드렸다. ',
  emoji: '😀😍🔥✨🥺👉👈💕😭🙏🎉🦊🌸',
  JSON: '{"id":12345,"name":"Ada","tags":["a","b"],"pos":{"x":-1.5,"y":2.25},"ok":true,"n":null,"list":[[1,2],[3,4]]}\n',
}
type Language = keyof typeof sentences
const languages = Object.keys(sentences) as Language[]

/** The most tokens per byte of five common tokenizers for these texts (Llama 2, Mistral, Llama 3, cl100k, o200k). */
const tokensPerByte: Record<Language, number> = {
  English: 0.27,
  Vietnamese: 0.53,
  Chinese: 0.57,
  Hindi: 0.41,
  Korean: 0.67,
  emoji: 1.02,
  JSON: 0.63,
}

const textOf = (language: Language, length: number) =>
  sentences[language].repeat(Math.ceil(length / sentences[language].length)).slice(0, length)

const tokensIn = ({ body }: Call, perByte: (text: string) => number): number =>
  body.messages.reduce(
    (sum: number, { content }: { content: string }) => sum + Buffer.byteLength(content) * perByte(content) + 4,
    0
  )

/** Fakes a provider with a limited context window, which refuses longer prompts like OpenAI. */
const limitedTo =
  (window: number, perByte: (text: string) => number, answer: string, { reportsUsage = false } = {}) =>
  (call: Call) => {
    const tokens = Math.ceil(tokensIn(call, perByte))
    if (tokens + call.body.max_tokens > window) {
      refused++
      call.response.writeHead(400, { 'content-type': 'application/json' })
      return void call.response.end('{"error":{"message":"Too long.","code":"context_length_exceeded"}}')
    }
    call.delta(answer)
    if (reportsUsage) {
      const usage = { prompt_tokens: tokens, completion_tokens: 1, total_tokens: tokens + 1 }
      call.response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
    }
    call.finish()
  }
let refused = 0

/** Returns the tokens per byte of a text. English texts, also shortened ones, count as English, whatever the language of the chat. */
const mixed = (language: Language) => (text: string) =>
  /[^\x20-\x7e\n…]|\{"/.test(text) ? tokensPerByte[language] : tokensPerByte.English

const contextOf = async (chat: Chat, model = 'basic'): Promise<ChatContext> =>
  (await chat.client.get(`/api/chats/${chat.sessionId}/context?model=${model}`)).body

const say = async (chat: Chat, text: string, more = {}) => last(await (await send(chat, text, more)).ended)

test.group('A chat longer than the smallest tier', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('filled')
  })
  group.each.setup(() => {
    refused = 0
  })

  for (const language of languages) {
    test(`gets every reply without a retry in ${language}`, async ({ assert }) => {
      const chat = await stage.chat(12)
      stage.upstream.answer = limitedTo(4_096, mixed(language), textOf(language, 500))
      for (let message = 0; message < 12; message++)
        assert.deepInclude(await say(chat, textOf(language, 900)), { type: 'aiComplete' })
      assert.equal(refused, 0)
      assert.isAbove((await contextOf(chat)).history.cutMessages, 0)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 12, charges: 12 })
    })
  }

  for (const reportsUsage of [false, true])
    test(`gets every reply when the model counts twice our estimate and reports ${reportsUsage ? 'its usage' : 'no usage'}`, async ({
      assert,
    }) => {
      const chat = await stage.chat(12)
      const perByte = () => tokensPerByte.English * 2.4
      stage.upstream.answer = limitedTo(4_096, perByte, textOf('English', 1_000), { reportsUsage })
      const refusals: number[] = []
      // Ratios are learned for each model separately.
      const model = reportsUsage ? 'standard' : 'basic'
      if (reportsUsage) stage.upstream.answer = limitedTo(8_192, perByte, textOf('English', 2_500), { reportsUsage })
      const count = reportsUsage ? 4 : 12
      for (let message = 0; message < count; message++) {
        const before = refused
        assert.deepInclude(await say(chat, textOf('English', reportsUsage ? 4_000 : 1_500), { model }), {
          type: 'aiComplete',
        })
        refusals.push(refused - before)
      }
      if (reportsUsage) assert.equal(refused, 0, 'the ratio is learned from the first replies')
      else {
        assert.isAbove(refused, 0)
        assert.equal(last(refusals), 0, 'the ratio is learned from refusals')
      }
      const account = await accountOf(stage.db, chat)
      assert.deepEqual(account, { balance: 0, held: 0, paid: 12, charges: count })
    })

  test('fails for free with advice when the newest message alone is too long', async ({ assert }) => {
    const chat = await stage.chat(1)
    stage.upstream.answer = limitedTo(900, () => 1, 'Yes.')
    const calls = stage.upstream.calls.length
    const end = await say(chat, textOf('English', 4_000))
    assert.deepInclude(end, {
      type: 'error',
      code: 'context_too_long',
      error: 'This message is too long for the model. Shorten it, or choose a model with a larger context.',
    })
    assert.isAtMost(stage.upstream.calls.length - calls, 3)
    assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
  })
})

test.group('The longest permitted character', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage('filled')
    const texts = {
      description: textOf('English', 1_854),
      personality: textOf('English', 8_000),
      scenario: textOf('English', 8_000),
      backstory: textOf('English', 16_000),
      first_message: textOf('English', 8_000),
    }
    await stage.db.query(
      `UPDATE characters SET ${Object.keys(texts).map((column, index) => `${column} = $${index + 2}`)} WHERE id = $1`,
      [stage.characterIds[0], ...Object.values(texts)]
    )
  })

  for (const [model, window] of [
    ['basic', 4_096],
    ['standard', 8_192],
    ['premium', 16_384],
    ['ultra', 32_768],
  ] as const)
    test(`answers the first message and a very long one at the tier ${model}`, async ({ assert }) => {
      const client = await stage.visitor(100)
      stage.upstream.answer = limitedTo(window, () => tokensPerByte.English, 'Come in.')
      const opened = await client.say(stage.characterIds[0]!, { content: 'Good evening.', model })
      assert.include(JSON.stringify(opened), 'aiComplete')
      // The opening cue is between the instructions and the first message.
      const [system, , opening, newest] = last(stage.upstream.calls).body.messages.map(
        ({ content }: { content: string }) => content
      )
      for (const title of ['Personality', 'Backstory', 'Scenario']) assert.include(system, `<<${title}>>`)
      assert.include(opening, 'The keeper lifts the lamp')
      assert.equal(newest, 'Good evening.')
      const { body } = await client.get(`/api/chats/${stage.characterIds[0]}`)
      const chat: Chat = {
        client,
        characterId: stage.characterIds[0]!,
        sessionId: body.session.id,
        kind: 'reply',
        messageId: null,
      }
      const context = await contextOf(chat, model)
      assert.isAtMost(context.usedTokens, context.contextTokens - context.outputTokens)
      const cut = new Map(context.cut?.map(({ text, tokens }) => [text, tokens]))
      if (model === 'ultra') assert.equal(cut.size, 0)
      else assert.isAbove(cut.get('backstory') ?? 0, 0)
      const long = textOf('English', 8_000)
      assert.deepInclude(await say(chat, long, { model }), { type: 'aiComplete' })
      assert.equal(last(last(stage.upstream.calls).body.messages as { content: string }[]).content, long.trim())
      assert.lengthOf(await messagesOf(chat), 5)
    })
})
