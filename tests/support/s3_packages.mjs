/** Resolves the optional packages for S3 to those that `npm run test:engines` has installed. */
import { registerHooks } from 'node:module'

const engine = new URL('../../.data/engines/s3rver/package.json', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const isWanted = /^@aws-sdk\/(client-s3|s3-request-presigner)$/.test(specifier)
    return next(specifier, isWanted ? { ...context, parentURL: engine } : context)
  },
})
