/*
 * Preloaded into a server (`NODE_OPTIONS=--import …`). SIGUSR2 blocks the only thread of libuv's pool: opening a named pipe for reading
 * waits until another process opens it for writing. Needs `UV_THREADPOOL_SIZE=1`.
 */
import { execFileSync } from 'node:child_process'
import { open } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

process.on('SIGUSR2', () => {
  const pipe = join(tmpdir(), `held-${process.pid}`)
  execFileSync('mkfifo', [pipe])
  open(pipe, 'r', () => {})
  console.log('libuv thread held')
})
