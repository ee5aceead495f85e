export { textCompletion, type TextCompletionDeps, type TextCompletionOptions } from './src/text_completion.ts'
export { templateNames, type TemplateName } from './src/templates.ts'
export { connectionForm } from './src/connection_form.ts'
