export {
  __camel__Model,
  type __Pascal__Deps,
  type __Pascal__Options,
} from './src/__snake___model.ts'
