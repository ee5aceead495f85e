import { defineConfig, drivers } from '@adonisjs/core/hash'
import env from './env.ts'

/**
 * scrypt as OWASP's password storage page has it, in the row of N = 2^14, r = 8, p = 5: 16 MiB a try, so that sixty-four people
 * signing in at once do not need gigabytes. Tests hash often and guard nothing.
 */
const cost = env.get('NODE_ENV') === 'test' ? { cost: 1_024, parallelization: 1 } : { cost: 16_384, parallelization: 5 }

export default defineConfig({
  default: 'scrypt',
  list: { scrypt: drivers.scrypt({ ...cost, blockSize: 8, maxMemory: 32 * 1024 * 1024 }) },
})
