import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * The broker of __name__, as the kit needs it. Each command is a line of JSON: `{"do": "publish", "subject", "message"}`,
 * `{"do": "subscribe", "subject"}`, `{"do": "unsubscribe", "subject"}` or `{"do": "ping"}`. The answer to each is `{}`, in order. Messages
 * are lines with `subject` and `message`.
 */
export const startBroker = async () => {
  const clients = new Map<Socket, Set<string>>()
  const server = createServer((socket) => {
    const subjects = new Set<string>()
    clients.set(socket, subjects)
    socket.on('error', () => {}).on('close', () => clients.delete(socket))
    let rest = ''
    const read = (line: string) => {
      const { do: command, subject, message } = JSON.parse(line)
      if (command === 'subscribe') subjects.add(subject)
      if (command === 'unsubscribe') subjects.delete(subject)
      if (command === 'publish')
        for (const [other, theirs] of clients)
          if (other !== socket && theirs.has(subject)) other.write(`${JSON.stringify({ subject, message })}\n`)
      socket.write('{}\n')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      lines.forEach(read)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of clients.keys()) socket.destroy()
      server.close()
    },
  }
}
