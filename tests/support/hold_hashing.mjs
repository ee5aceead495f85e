/*
 * Preloaded into a server (`NODE_OPTIONS=--import …`). The first SIGUSR2 holds all jobs for worker threads, the second releases them.
 */
import { Worker } from 'node:worker_threads'

const { postMessage } = Worker.prototype
let held = null

Worker.prototype.postMessage = function (...job) {
  if (held) held.push(() => postMessage.apply(this, job))
  else postMessage.apply(this, job)
}

process.on('SIGUSR2', () => {
  const jobs = held
  held = jobs ? null : []
  jobs?.forEach((post) => post())
  console.log(jobs ? 'hashing released' : 'hashing held')
})
