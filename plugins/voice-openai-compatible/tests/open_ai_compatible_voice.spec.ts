import { test } from '@japa/runner'
import { noSignal } from '../../kits/checks.ts'
import { FakeServer, type Answer } from '../../kits/fake_server.ts'
import { toneOf } from '../../kits/tone.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { openAiCompatibleVoice, type OpenAiCompatibleVoiceOptions } from '../index.ts'

const open = (answer: Answer, options: Partial<OpenAiCompatibleVoiceOptions> = {}) => {
  const server = new FakeServer(answer)
  const { transport, baseUrl } = server
  const provider = openAiCompatibleVoice({ baseUrl, apiKey: null, ...options }, { transport })
  return { provider, request: (): TransportRequest => server.calls[0]!.request, server }
}

const list = async (body: unknown, status = 200) => {
  const { provider, server } = open({ status, steps: [JSON.stringify(body)] })
  const voices = await provider.voices(noSignal())
  server.close()
  return voices
}

test.group('voice-openai-compatible', () => {
  test('reads the voices of Kokoro-FastAPI with their languages', async ({ assert }) => {
    assert.deepEqual(await list({ voices: ['af_bella', 'bm_george', 'zf_xiaobei', 'my_clone'] }), [
      { id: 'af_bella', name: 'Bella', language: 'en-US' },
      { id: 'bm_george', name: 'George', language: 'en-GB' },
      { id: 'zf_xiaobei', name: 'Xiaobei', language: 'zh' },
      { id: 'my_clone', name: 'My Clone', language: null },
    ])
  })

  test('reads lists of objects, and leaves out what is malformed or listed twice', async ({ assert }) => {
    const voices = [{ id: 'a', name: 'Ada', language: 'en-GB' }, { voice_id: 'b' }, { id: 'a' }, null, 3, {}, '', ['x']]
    assert.deepEqual(await list({ data: voices }), [
      { id: 'a', name: 'Ada', language: 'en-GB' },
      { id: 'b', name: 'B', language: null },
    ])
  })

  test('offers OpenAI’s voices when the server lists none', async ({ assert }) => {
    for (const answer of [await list({ detail: 'Not Found' }, 404), await list({ voices: [] })])
      assert.includeMembers(
        answer.map(({ id }) => id),
        ['alloy', 'nova']
      )
  })

  test('passes on WAV of a server that ignores the format', async ({ assert }) => {
    const wav = toneOf('Hello.')
    const { provider, request, server } = open({ contentType: 'audio/mpeg', steps: [wav] }, { model: 'kokoro' })
    const chunks = await Array.fromAsync(provider.speak({ text: 'Hello.', voice: 'alloy' }, noSignal()))
    assert.isTrue(Buffer.concat(chunks).equals(wav))
    assert.deepEqual(JSON.parse(request().body!), {
      model: 'kokoro',
      input: 'Hello.',
      voice: 'alloy',
      response_format: 'mp3',
    })
    server.close()
  })

  test('sends a recording as a file with the language', async ({ assert }) => {
    const { provider, request, server } = open(
      { steps: ['{"text":" Guten Tag. "}'] },
      { transcriptionModel: 'whisper-1' }
    )
    const recording = { bytes: Buffer.from('OggS kit'), type: 'audio/ogg' } as const
    assert.equal(await provider.transcribe!(recording, 'de-AT', noSignal()), 'Guten Tag.')
    const form = Buffer.from(request().bytes!).toString('latin1')
    for (const part of [
      'name="model"\r\n\r\nwhisper-1',
      'name="language"\r\n\r\nde',
      'filename="recording.ogg"',
      'OggS kit',
    ])
      assert.include(form, part)
    server.close()
  })
})
