export { ollama, type OllamaDeps, type OllamaOptions } from './src/ollama.ts'
