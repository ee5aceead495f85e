export { openAiCompatible, type OpenAiCompatibleDeps, type OpenAiCompatibleOptions } from './src/open_ai_compatible.ts'
export type { ModelParameters } from './src/parameters.ts'
export { connectionForm } from './src/connection_form.ts'
