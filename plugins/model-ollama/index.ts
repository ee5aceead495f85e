export { ollama, type OllamaDeps, type OllamaOptions } from './src/ollama.ts'
export { connectionForm } from './src/connection_form.ts'
