export { openAiCompatible, type OpenAiCompatibleDeps, type OpenAiCompatibleOptions } from './src/open_ai_compatible.ts'
export type { Parameters } from './src/parameters.ts'
