export { __camel__Mail, type __Pascal__Deps, type __Pascal__Options } from './src/__snake___mail.ts'
