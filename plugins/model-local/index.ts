export { localModel, type LocalModelOptions } from './src/local_model.ts'
export type { Voice } from './src/voice.ts'
export { parseLines, requiredKinds } from './src/voice.ts'
