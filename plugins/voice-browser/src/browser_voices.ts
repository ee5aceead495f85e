import { ProviderError } from '../../contract/errors.ts'
import type { VoiceProvider } from '../../contract/voice.ts'

/** For servers without voices: browsers speak with their own. */
export const browserVoices = (): VoiceProvider => ({
  voices: async (signal) => {
    if (signal.aborted) throw canceled()
    return []
  },
  // oxlint-disable-next-line require-yield
  async *speak(_, signal) {
    throw signal.aborted
      ? canceled()
      : new ProviderError('bad_request', 'The server has no voices: browsers speak with their own.')
  },
})

const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
