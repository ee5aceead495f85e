import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { engineCommand } from '#tests/support/engines'
import { freePort } from '#tests/support/free_port'

/** Starts a real server on this machine. Call it only if `engineCommand('nats-server')` isn't null. */
export const startNats = async (args: readonly string[] = []) => {
  const port = await freePort()
  const [file, ...first] = engineCommand('nats-server')!
  const server = spawn(file, [...first, '--addr', '127.0.0.1', '--port', String(port), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    createInterface(server.stderr!)
      .on('line', (line) => {
        lines.push(line)
        if (line.includes('Server is ready')) resolve()
      })
      .on('close', () => reject(new Error(`nats-server ended:\n${lines.join('\n')}`)))
  })
  await ready
  return {
    port,
    close: async () => {
      if (server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
