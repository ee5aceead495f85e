export { __camel__Images, type __Pascal__Deps, type __Pascal__Options } from './src/__snake___images.ts'
