export { browserVoices } from './src/browser_voices.ts'
