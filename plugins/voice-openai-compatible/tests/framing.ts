import type { TransportRequest } from '../../contract/transport.ts'
import type { VoiceUpstream } from '../../kits/voice_kit.ts'

/** The responses of OpenAI, Kokoro-FastAPI and compatible servers. */
export const framing: VoiceUpstream = {
  callOf: ({ url }: TransportRequest) =>
    url.endsWith('/audio/speech') ? 'speak' : url.endsWith('/audio/transcriptions') ? 'transcribe' : 'voices',
  voices: (voices) => JSON.stringify({ voices: voices.map(({ id }) => id) }),
  asked: ({ body }) => {
    const { input, voice } = JSON.parse(body!) as { input: string; voice: string }
    return { text: input, voice }
  },
  transcript: (text) => JSON.stringify({ text }),
  errorBody: (message) => JSON.stringify({ error: { message, type: 'kit', code: null } }),
}
