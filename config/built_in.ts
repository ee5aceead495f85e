import env from './env.ts'

export default {
  /** Whether the first start adds the fifty. Servers of tests start with an empty gallery very often, so they leave them out. */
  importsFifty: env.get('NODE_ENV') !== 'test',
}
