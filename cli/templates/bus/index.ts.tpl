export { __camel__Bus, type __Pascal__Options } from './src/__snake___bus.ts'
