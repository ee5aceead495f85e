export { llamaModel, contextTokensMax, type LlamaModelOptions } from './src/llama_model.ts'
export { installedModel, switchToModel } from './src/models_folder.ts'
export { installRuntime } from './src/install_runtime.ts'
