import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { HttpServer } from '../src/http_server.ts'
import { LauncherLink } from '../src/launcher_link.ts'

/** A stub of a process's IPC channel. `sent` contains the messages to the launcher. */
class Channel extends EventEmitter {
  readonly sent: object[] = []

  send(message: object) {
    this.sent.push(message)
    return this.emit('sent')
  }
}

/** Lets the server listen until the test ends. The agent keeps one connection. */
const listen = async ({ node }: HttpServer, cleanup: (close: () => void) => void) => {
  await once(node.listen(0, '127.0.0.1'), 'listening')
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  cleanup(() => {
    agent.destroy()
    node.closeAllConnections()
    node.close()
  })
  return { port: (node.address() as AddressInfo).port, agent }
}

const unused = { isReady: async () => true, readMetrics: null, leave() {} }

test.group('A process of the launcher', () => {
  test('reports that it is ready as soon as it is', async ({ assert }) => {
    const channel = new Channel()
    const answers = [false, false, true]
    await new LauncherLink({ ...unused, channel, isReady: async () => answers.shift()! }).reportReady()
    assert.deepEqual([answers, channel.sent], [[], [{ type: 'ready' }]])
  })

  test('asks for the metrics of the others, and reports its own', async ({ assert }) => {
    const channel = new Channel()
    const link = new LauncherLink({ ...unused, channel, readMetrics: async () => [{ name: 'own' }] })
    const asked = link.metricsOfOthers()
    channel.emit('message', { type: 'all_metrics', id: 1, metrics: [[{ name: 'other' }]] })
    assert.deepEqual(await asked, [[{ name: 'other' }]])
    channel.emit('message', { type: 'get_metrics', id: 7 })
    await once(channel, 'sent')
    assert.deepEqual(channel.sent, [
      { type: 'get_metrics', id: 1 },
      { type: 'metrics', id: 7, metrics: [{ name: 'own' }] },
    ])
  })

  test('has no others without the launcher', async ({ assert }) => {
    const link = new LauncherLink({ ...unused, channel: new EventEmitter() })
    await link.reportReady()
    assert.deepEqual(await link.metricsOfOthers(), [])
  })

  test('leaves when it is told to', async ({ assert }) => {
    const channel = new Channel()
    let hasLeft = false
    new LauncherLink({ ...unused, channel, leave: () => (hasLeft = true) })
    channel.emit('message', { type: 'leave' })
    assert.isTrue(hasLeft)
  })

  test('moves every fiftieth connection while it is busy', async ({ assert, cleanup }) => {
    let isBusy = false
    const utilization = () => (isBusy ? 0.9 : 0.5)
    const options = { listenFd: null, hasOthers: true, utilization }
    const { port, agent } = await listen(new HttpServer((_request, response) => void response.end(), options), cleanup)
    const closedOf100 = async () => {
      let closed = 0
      for (let count = 0; count < 100; count++) {
        const [response] = await once(http.get({ host: '127.0.0.1', port, agent }), 'response')
        if (response.headers.connection === 'close') closed++
        await once(response.resume(), 'end')
      }
      return closed
    }
    assert.equal(await closedOf100(), 0)
    isBusy = true
    assert.equal(await closedOf100(), 2)
  })

  test('leaving accepts no more connections, and closes each after its next response', async ({ assert, cleanup }) => {
    const server = new HttpServer((_request, response) => void response.end('served'), {
      listenFd: null,
      hasOthers: true,
    })
    const { port, agent } = await listen(server, cleanup)
    const get = async (by: http.Agent | false) => {
      const [response] = await once(http.get({ host: '127.0.0.1', port, agent: by }), 'response')
      response.resume()
      await once(response, 'end')
      return { isReused: response.req.reusedSocket, connection: response.headers.connection }
    }
    assert.deepEqual(await get(agent), { isReused: false, connection: 'keep-alive' })
    server.leave()
    assert.deepEqual(await get(agent), { isReused: true, connection: 'close' })
    await assert.rejects(() => get(false), /ECONNREFUSED/)
  })
})
