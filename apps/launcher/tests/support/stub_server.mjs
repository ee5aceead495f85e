import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import process from 'node:process'

/** A stub of the server: listens, becomes ready, logs signals and drains. */
const { PORT, HOST = '0.0.0.0', JOURNAL, DRAIN = '0', DIE_AT_ONCE } = process.env
const write = (line) => appendFileSync(JOURNAL, `${line}\n`)
write(`pid ${process.pid}`)
write(`database ${process.env.DATABASE_URL}`)
if (DIE_AT_ONCE) process.exit(Number(DIE_AT_ONCE))

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
createServer((_request, response) => response.end('ok')).listen(Number(PORT), HOST, () => write('listening'))
