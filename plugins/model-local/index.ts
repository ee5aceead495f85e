export { localModel, type LocalModelOptions } from './src/local_model.ts'
