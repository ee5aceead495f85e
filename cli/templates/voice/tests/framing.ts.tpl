import type { VoiceUpstream } from '../../kits/voice_kit.ts'

/** The responses of __name__. The kit uses them to simulate it. */
export const framing: VoiceUpstream = {
  callOf: ({ url }) => (url.endsWith('/speak') ? 'speak' : 'voices'),
  voices: (voices) => JSON.stringify({ voices }),
  asked: ({ body }) => JSON.parse(body!) as { text: string; voice: string },
  transcript: (text) => JSON.stringify({ text }),
  errorBody: (message) => JSON.stringify({ error: message }),
}
