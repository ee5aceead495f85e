import { defineConfig, drivers } from '@adonisjs/core/hash'
import env from './env.ts'

/** scrypt with the second row of OWASP's password storage page: N = 2^15, r = 8, p = 3. Tests hash often and guard nothing. */
const cost = env.get('NODE_ENV') === 'test' ? { cost: 1_024, parallelization: 1 } : { cost: 32_768, parallelization: 3 }

export default defineConfig({
  default: 'scrypt',
  list: { scrypt: drivers.scrypt({ ...cost, blockSize: 8, maxMemory: 64 * 1024 * 1024 }) },
})
