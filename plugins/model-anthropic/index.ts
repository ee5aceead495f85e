export { anthropic, type AnthropicDeps, type AnthropicOptions } from './src/anthropic.ts'
export { connectionForm } from './src/connection_form.ts'
