export {
  __camel__Payments,
  type __Pascal__Deps,
  type __Pascal__Options,
} from './src/__snake___payments.ts'
