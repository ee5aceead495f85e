export { __camel__Voice, type __Pascal__Deps, type __Pascal__Options } from './src/__snake___voice.ts'
