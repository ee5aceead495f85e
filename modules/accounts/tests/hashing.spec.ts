import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import { test } from '@japa/runner'
import { HashingBusy } from '../src/hashing/hashing_pool.ts'
import { ThreadedScrypt } from '../src/hashing/threaded_scrypt.ts'

const cost = { cost: 1_024, blockSize: 8, parallelization: 1, maxMemory: 32 * 1024 * 1024 }
const password = 'correct horse'

test.group('Hashes from worker threads', () => {
  test('are compatible with the framework’s driver in both directions', async ({ assert }) => {
    const [threaded, stock] = [new ThreadedScrypt({ ...cost, threads: 1, waitingMax: 10 }), new Scrypt(cost)]
    const [threadedHash, stockHash] = [await threaded.make(password), await stock.make(password)]
    assert.match(threadedHash, /^\$scrypt\$n=1024,r=8,p=1\$/)
    assert.isTrue(await stock.verify(threadedHash, password))
    assert.isTrue(await threaded.verify(stockHash, password))
    assert.isFalse(await threaded.verify(stockHash, 'wrong horse'))
    assert.isFalse(await threaded.verify('no hash at all', password))
    assert.isFalse(threaded.needsReHash(stockHash))
  })

  test('are refused while the queue is full', async ({ assert }) => {
    const threaded = new ThreadedScrypt({ ...cost, threads: 1, waitingMax: 2 })
    // All calls start in one turn of the event loop, so no thread can finish in between.
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => threaded.make(password)))
    const failures = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason] : []))
    assert.isAtLeast(failures.length, 6)
    assert.isTrue(failures.every((failure) => failure instanceof HashingBusy))
    assert.isTrue(await threaded.verify(await threaded.make(password), password))
  })
})
