import { appendFileSync, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import process from 'node:process'

/**
 * A stub of the server. It listens on the inherited socket, becomes ready, logs signals and messages, and drains. It answers with its
 * number and pid. It exits with code DIE_AT_ONCE at its start, with 9 if the file DIE_IF exists, and with 7 on the request `/die`.
 */
const { JOURNAL, DRAIN = '0', DIE_AT_ONCE, DIE_IF, FACET_PROCESS_NUMBER: number } = process.env
const write = (line) => appendFileSync(JOURNAL, `${line}\n`)
write(`pid ${process.pid}`)
write(`database ${process.env.DATABASE_URL}`)
write(`started ${number} of ${process.env.FACET_PROCESS_COUNT}`)
if (DIE_AT_ONCE) process.exit(Number(DIE_AT_ONCE))
if (DIE_IF && existsSync(DIE_IF)) process.exit(9)

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    write(name)
    if (DRAIN === 'never') return
    setTimeout(() => process.exit(0), Number(DRAIN))
  })
}
const launcher = new Socket({ fd: Number(process.env.FACET_LAUNCHER_FD), readable: true, writable: false })
launcher.on('close', () => {
  write('launcher gone')
  process.kill(process.pid, 'SIGTERM')
})
launcher.on('error', () => {})
launcher.resume()
const server = createServer(async ({ url }, response) => {
  if (url === '/die') process.exit(7)
  response.setHeader('Connection', 'close')
  if (url !== '/metrics') return response.end(`${number} ${process.pid}`)
  process.on('message', ({ type, metrics }) => type === 'all_metrics' && response.end(JSON.stringify(metrics)))
  process.send({ type: 'get_metrics', id: 1 })
})
process.on('message', ({ type, id }) => {
  if (type === 'get_metrics') process.send({ type: 'metrics', id, metrics: number })
  if (type !== 'leave') return
  write(`leave ${number}`)
  server.close(() => process.exit(0))
})
server.listen({ fd: Number(process.env.FACET_LISTEN_FD) }, () => {
  write('listening')
  process.send({ type: 'ready' })
})
