export { localModeration, type LocalModerationOptions } from './src/local_moderation.ts'
