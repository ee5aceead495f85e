export { __camel__Moderation, type __Pascal__Deps, type __Pascal__Options } from './src/__snake___moderation.ts'
