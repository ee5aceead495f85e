import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { toneOf } from '#plugins/kits/tone'

export interface VoiceUpstream {
  origin: string
  /** Everything that was to be spoken, in order. */
  spoken: { text: string; voice: string }[]
  /** The recordings that were to be written down, as forms. */
  recordings: Buffer[]
  transcript: string
  /** Handles the calls for speech. By default, they are answered with speech. */
  answer: (call: SpeechCall) => void | Promise<void>
  close(): void
}

export interface SpeechCall {
  text: string
  response: http.ServerResponse
  /** Answers with speech. */
  speak(): Promise<void>
  fail(status: number): void
  /** Resolves when the client closed the connection or the response is sent. */
  closed: Promise<void>
}

let hasEspeak: boolean | undefined

/** Returns a WAV file that says a text, by espeak-ng where it is installed. Elsewhere, a tone of its length. */
export const sayText = async (text: string): Promise<Uint8Array> => {
  hasEspeak ??= spawnSync('espeak-ng', ['--version']).status === 0
  if (!hasEspeak) return toneOf(text)
  const child = spawn('espeak-ng', ['--stdout', '--stdin'], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(text)
  return buffer(child.stdout)
}

/** Starts a server that answers as OpenAI's speech API and Kokoro-FastAPI do. The test controls it. */
export const startVoiceUpstream = async (): Promise<VoiceUpstream> => {
  const server = http.createServer(async (request, response) => {
    const body = await buffer(request)
    response.on('error', () => {})
    const json = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/v1/audio/voices') return json({ voices: ['af_bella', 'bm_george'] })
    if (request.url === '/v1/audio/transcriptions') {
      upstream.recordings.push(body)
      return json({ text: upstream.transcript })
    }
    const { input: text, voice } = JSON.parse(body.toString()) as { input: string; voice: string }
    upstream.spoken.push({ text, voice })
    const call: SpeechCall = {
      text,
      response,
      speak: async () => void response.writeHead(200, { 'content-type': 'audio/wav' }).end(await sayText(text)),
      fail: (status) => json({ error: { message: 'It failed.', type: 'test', code: null } }, status),
      closed: new Promise((resolve) => response.once('close', () => resolve())),
    }
    await Promise.resolve(upstream.answer(call)).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upstream: VoiceUpstream = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoken: [],
    recordings: [],
    transcript: 'Good evening.',
    answer: (call) => call.speak(),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return upstream
}

/** Returns the environment for a server that uses this upstream. */
export const speakingBy = ({ origin }: VoiceUpstream): Record<string, string> => ({
  VOICE_PROVIDER: 'openai-compatible',
  VOICE_BASE_URL: `${origin}/v1`,
  VOICE_API_KEY: 'test-key-93be',
  VOICE_MODEL: 'kokoro',
  VOICE_TRANSCRIPTION_MODEL: 'whisper-1',
})
