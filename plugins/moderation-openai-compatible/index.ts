export {
  openAiCompatibleModeration,
  type OpenAiCompatibleModerationDeps,
  type OpenAiCompatibleModerationOptions,
} from './src/open_ai_compatible_moderation.ts'
