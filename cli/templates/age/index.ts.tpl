export { __camel__Age, type __Pascal__Deps, type __Pascal__Options } from './src/__snake___age.ts'
