import { test } from '@japa/runner'
import OpenAI from 'openai'
import { brokenPromises } from '#tests/support/ledger_promises'
import { speak } from '#tests/support/model_upstream'
import { accountOf, settled, sharedStage, until } from '#tests/support/stage'

const wholeText = 'The harbour sleeps.'

test.group('A request to a model', () => {
  test('is answered and paid once by its key when its server is killed at any moment', async ({ assert }) => {
    const stage = await sharedStage('killed')
    const { db, upstream } = stage
    /** `amid` has been sent some text, and `whole` all of it. */
    const moments = ['begun', 'amid', 'whole'] as const
    const clients = await Promise.all(
      moments.map(async (moment) => {
        const client = await stage.visitor(10)
        const { body } = await client.post('/api/tokens', { name: 'Script', scopes: ['models'], days: 30 })
        return { moment, client, apiKey: body.value as string }
      })
    )
    const ask = ({ moment, apiKey }: (typeof clients)[number]) => {
      const openai = new OpenAI({ apiKey, baseURL: `${stage.server.url}/v1`, maxRetries: 0 })
      const model = `character:${stage.characterIds[0]}@basic`
      return openai.chat.completions.create(
        { model, messages: [{ role: 'user', content: moment }], stream: true },
        { headers: { 'Idempotency-Key': moment } }
      )
    }
    const textOf = async (stream: Awaited<ReturnType<typeof ask>>) => {
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      return text
    }

    // Two of the answers don't end.
    upstream.answer = async (call) => {
      const isAbout = (moment: string) => JSON.stringify(call.body.messages.at(-1)).includes(moment)
      if (isAbout('whole')) return speak([wholeText])(call)
      if (isAbout('amid')) call.delta('The harb')
    }
    const [begun, amid, whole] = await Promise.all(clients.map(ask))
    assert.equal(await textOf(whole!), wholeText)
    for await (const chunk of amid!) if (chunk.choices[0]?.delta.content) break
    const broken = assert.rejects(() => textOf(begun!))
    await stage.server.kill('SIGKILL')
    await broken
    upstream.answer = speak([wholeText])
    await stage.restart()

    // The first one finds its reply still running or ended already, and gets another one in both cases.
    for (const client of clients.slice(0, 1)) assert.equal(await textOf(await ask(client)), wholeText)
    await settled(db)
    for (const client of clients) {
      for (const _ of ['again', 'and again']) assert.equal(await textOf(await ask(client)), wholeText, client.moment)
      assert.deepEqual(await accountOf(db, client), { balance: 9, held: 0, paid: 1, charges: 1 }, client.moment)
    }
    await until(db, `SELECT count(*) = 0 FROM replies WHERE state = 'running'`)
    assert.deepEqual(await brokenPromises(db), [])
  })
})
