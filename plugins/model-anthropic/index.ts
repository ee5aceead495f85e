export { anthropic, type AnthropicDeps, type AnthropicOptions } from './src/anthropic.ts'
