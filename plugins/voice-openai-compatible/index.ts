export {
  openAiCompatibleVoice,
  type OpenAiCompatibleVoiceDeps,
  type OpenAiCompatibleVoiceOptions,
} from './src/open_ai_compatible_voice.ts'
