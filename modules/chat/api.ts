/** Wire shapes and limits of chat. Runs in a browser. */

export { uuidPattern as idShape } from '#modules/kernel/path_segment'
export { isBlankMessage } from '#modules/kernel/macros'
export { zoneOrUtc } from '#modules/kernel/macro_times'
export { samplingPresets } from '#plugins/contract/sampling'
export { limits } from './limits.ts'
export * from './prompts/api.ts'
export * from './replies/api.ts'
export * from './sessions/api.ts'
export * from './files/api.ts'
export type { RegexScript } from '#modules/gallery/api'
