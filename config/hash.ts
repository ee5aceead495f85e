import { availableParallelism } from 'node:os'
import { defineConfig } from '@adonisjs/core/hash'
import { ThreadedScrypt } from '#modules/accounts/index'
import env from './env.ts'
import { share } from './processes.ts'

/**
 * scrypt with OWASP's recommended N = 2^14, r = 8, p = 5, which takes 16 MiB and about 250 ms per password. At most 24 passwords wait, so
 * the last one waits a few seconds. Tests use cheaper settings.
 */
const settings =
  env.get('NODE_ENV') === 'test'
    ? { cost: 1_024, parallelization: 1, waitingMax: 500 }
    : { cost: 16_384, parallelization: 5, waitingMax: share(24, 12) }
/** Leaves one core for everything else. */
const threads = share(Math.min(2, Math.max(1, availableParallelism() - 1)))

export default defineConfig({
  default: 'scrypt',
  list: { scrypt: () => new ThreadedScrypt({ ...settings, threads, blockSize: 8, maxMemory: 32 * 1024 * 1024 }) },
})
